import type { FieldWiring } from '@carry/remote-kit';
import { Button, SelectField, Setting, TextField } from '@carry/ui';
import { Fields, Rows } from '../own/parts';
import { newKey, type ProfileDraft } from './draft';

const MAX_SERVICES = 12;

type ServiceRows = ProfileDraft['services'];

export interface ServicesProps {
  services: ServiceRows;
  field(name: `service-${number}` | `rate-${number}`): FieldWiring;
  onChange(services: ServiceRows): void;
}

/** What a coach offers, and what it costs. */
export function Services({ services, field, onChange }: ServicesProps) {
  const set = (key: number, change: Partial<ServiceRows[number]>) =>
    onChange(services.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const move = (index: number) => {
    const next = [...services];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    onChange(next);
  };
  return (
    <Setting
      title="Services and prices"
      says="They hold for new bookings. What is booked keeps the name and the price that it was booked for. The first one is preselected."
    >
      <Rows>
        {services.map(({ key, label, rate, hourly }, index) => (
          <li key={key}>
            <Fields>
              <TextField
                {...field(`service-${key}`)}
                label="Service"
                maxLength={80}
                required
                value={label}
                onChange={({ target }) => set(key, { label: target.value })}
              />
              <TextField
                {...field(`rate-${key}`)}
                label="Price in USD"
                inputMode="decimal"
                required
                value={rate}
                onChange={({ target }) => set(key, { rate: target.value })}
              />
              <SelectField
                id={`profile-unit-${key}`}
                name={`unit-${key}`}
                label="Per"
                value={hourly ? 'hour' : 'unit'}
                onChange={({ target }) => set(key, { hourly: target.value === 'hour' })}
              >
                <option value="hour">Hour, at a time</option>
                <option value="unit">Unit, without a time</option>
              </SelectField>
            </Fields>
            {index > 0 && (
              <Button
                variant="quiet"
                small
                aria-label={`Move ${label || 'the service'} up`}
                onClick={() => move(index)}
              >
                Move up
              </Button>
            )}{' '}
            {services.length > 1 && (
              <Button
                variant="quiet"
                small
                aria-label={`Remove ${label || 'the service'}`}
                onClick={() => onChange(services.filter((row) => row.key !== key))}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </Rows>
      <Button
        variant="quiet"
        disabled={services.length >= MAX_SERVICES}
        onClick={() =>
          onChange([...services, { key: newKey(), id: null, label: '', rate: '', hourly: true }])
        }
      >
        Add a service
      </Button>
    </Setting>
  );
}
