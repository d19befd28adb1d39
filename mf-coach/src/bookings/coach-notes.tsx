import { Form, isApiError, useForm, useShell } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { formatClock } from '@carry/remote-kit/format';
import { MAX_NOTES, tooLong } from '@carry/remote-kit/limits';
import { Button, TextareaField } from '@carry/ui';
import { useEffect, useState } from 'react';
import { saveNotes } from './api';

/** Keeps the draft after a reload and a failed save. */
export function CoachNotes({ booking }: { booking: CoachBooking }) {
  const shell = useShell();
  const { api, notify, drafts } = shell;
  const key = `notes/${booking.id}`;
  const [saved, setSaved] = useState({ notes: booking.notes ?? '', at: null as number | null });
  const [notes, setNotes] = useState(() => drafts.load<string>(key) ?? saved.notes);
  const dirty = notes !== saved.notes;

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const form = useForm<'notes'>('coach-notes', async () => {
    if (notes.length > MAX_NOTES) return { errors: { notes: tooLong(MAX_NOTES) } };
    try {
      await saveNotes(api, booking.id, notes);
      drafts.clear(key);
      setSaved({ notes, at: shell.now() });
      notify.toast('Notes updated');
    } catch (error) {
      await notify.alert(
        'Failed to update notes',
        (isApiError(error) && error.detail?.replace(/^\w+: /, '')) || undefined,
      );
    }
    return undefined;
  });
  return (
    <Form of={form}>
      <TextareaField
        {...form.field('notes')}
        label="Coach Notes"
        value={notes}
        onChange={({ target }) => {
          setNotes(target.value);
          drafts.save(key, target.value);
        }}
      />
      <Button type="submit" busy={form.busy} busyLabel="Saving...">
        Save Notes
      </Button>{' '}
      <span role="status">{!dirty && saved.at !== null && `Saved ${formatClock(saved.at)}`}</span>
    </Form>
  );
}
