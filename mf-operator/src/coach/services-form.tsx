import { Form, textOf, useForm, useShell } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import {
  lengthProblem,
  MAX_LABEL,
  MAX_RATE,
  MAX_SERVICES,
  MIN_RATE,
  trimText,
} from '@carry/remote-kit/limits';
import type { OperatorCoach } from '@carry/remote-kit/own-answers';
import { Button, SelectField, Setting, TextField } from '@carry/ui';
import { type CoachChange, editCoach, type Service } from './api';
import styles from './coach.module.css';
import { parsePrice } from './parse';
import { useSave } from './use-save';

type Field = `service-${number}` | `rate-${number}` | `unit-${number}`;
type Change = NonNullable<CoachChange['services']>[number];

const WRONG_RATE = `Please enter a price from ${formatDollars(MIN_RATE)} to ${formatDollars(MAX_RATE)}.`;

function readRow(values: FormData, index: number, id: number | null) {
  const label = trimText(textOf(values, `service-${index}`));
  if (!label) return null;
  const rate = parsePrice(textOf(values, `rate-${index}`));
  const long = lengthProblem(label, MAX_LABEL);
  const isPrice = rate !== null && rate >= MIN_RATE && rate <= MAX_RATE;
  const errors: Partial<Record<Field, string>> = {
    ...(long && { [`service-${index}`]: long }),
    ...(!isPrice && { [`rate-${index}`]: WRONG_RATE }),
  };
  const is_hourly = textOf(values, `unit-${index}`) === 'hour';
  const service: Change = { id, label, rate: rate ?? 0, is_hourly };
  return { service, errors };
}

/** Services and prices; one empty row adds another. */
export function ServicesForm({ coach }: { coach: OperatorCoach }) {
  const { services } = coach;
  const { api } = useShell();
  const save = useSave('coach-services', coach);
  const rows: (Service | null)[] =
    services.length < MAX_SERVICES ? [...services, null] : [...services];
  const form = useForm<Field>('coach-services', async (values) => {
    const read = rows.flatMap((row, index) => readRow(values, index, row?.id ?? null) ?? []);
    const errors = Object.assign({}, ...read.map((row) => row.errors));
    if (read.length === 0) errors['service-0'] = 'Please enter at least one service.';
    if (Object.keys(errors).length > 0) return { errors };
    const change = { services: read.map(({ service }) => service) };
    return save((seen) => editCoach(api, change, { coach, seen }), 'Services saved');
  });
  return (
    <Setting
      title="Services and prices"
      description="Changes apply to new bookings only. Clear a name to remove a service; the last row adds one."
    >
      <Form of={form} guarded>
        {rows.map((row, index) => (
          <div key={row?.id ?? `new-${services.at(-1)?.id}`} className={styles.service}>
            <TextField
              {...form.field(`service-${index}`)}
              label={row ? 'Service' : 'New service'}
              defaultValue={row?.label ?? ''}
              autoComplete="off"
            />
            <TextField
              {...form.field(`rate-${index}`)}
              label="Price in USD"
              inputMode="decimal"
              defaultValue={row ? String(row.rate) : ''}
              autoComplete="off"
            />
            <SelectField
              {...form.field(`unit-${index}`)}
              key={String(row?.is_hourly)}
              label="Per"
              defaultValue={row?.is_hourly === false ? 'unit' : 'hour'}
            >
              <option value="hour">Hour (scheduled)</option>
              <option value="unit">Unit (no set time)</option>
            </SelectField>
          </div>
        ))}
        <Button type="submit" busy={form.busy} busyLabel="Saving...">
          Save services
        </Button>
      </Form>
    </Setting>
  );
}
