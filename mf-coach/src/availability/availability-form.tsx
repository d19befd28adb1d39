import { Form, isApiError, keepNewer, textOf, useForm, useShell } from '@carry/remote-kit';
import type { Availability } from '@carry/remote-kit/own-answers';
import { useState } from 'react';
import { RestoredChanges, useKeptChanges } from '../own/kept-changes';
import { Save } from '../own/save';
import { setAvailability } from './api';
import { formatDay } from './days';
import { restoreHours } from './kept-hours';
import { type AvailabilityField, availabilityProblems } from './problems';
import { Rules } from './rules';
import { Special } from './special';
import { dayName, Weekly } from './weekly';

const DRAFT = 'availability';

export function AvailabilityForm({ data }: { data: Availability }) {
  const shell = useShell();
  const [saved, setSaved] = useState({ hours: data, at: null as number | null });
  const [{ value, conflicts }] = useState(() => restoreHours(shell.drafts.load(DRAFT), data));
  const [hours, setHours] = useState(value);
  const [isRestored, setRestored] = useState(hours !== data);
  const keepChanges = useKeptChanges(DRAFT, hours, saved.hours);
  const change = (part: Partial<Availability>) => setHours((before) => ({ ...before, ...part }));
  const form = useForm<AvailabilityField>('availability', async (values) => {
    const errors = availabilityProblems(hours, { weekday: dayName, date: formatDay });
    if (errors) return { errors };
    if (textOf(values, 'special-date') || textOf(values, 'special-until'))
      return { errors: { 'special-date': 'Add this day off first, or clear the date.' } };
    try {
      const stored = await setAvailability(shell.api, hours, saved.hours);
      setSaved({ hours: stored, at: shell.now() });
      setHours((current) => keepNewer(current, hours, stored));
      setRestored(false);
      shell.notify.toast('Availability saved. Students can see it now.');
      return undefined;
    } catch (failure) {
      keepChanges();
      return {
        error:
          (isApiError(failure) && failure.detail) ||
          "We couldn't save your availability. Please try again.",
      };
    }
  });
  return (
    <Form of={form} editableWhileBusy>
      {isRestored && (
        <RestoredChanges
          conflicts={conflicts}
          onDiscard={() => {
            setHours(saved.hours);
            setRestored(false);
          }}
        />
      )}
      <Weekly hours={hours} field={form.field} onChange={change} />
      <Special hours={hours} field={form.field} onChange={change} />
      <Rules hours={hours} field={form.field} onChange={change} />
      <Save busy={form.busy} savedAt={saved.at} dirty={hours !== saved.hours}>
        Save availability
      </Save>
    </Form>
  );
}
