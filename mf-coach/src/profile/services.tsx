import type { FieldWiring } from '@carry/remote-kit';
import { MAX_SERVICES } from '@carry/remote-kit/limits';
import { Button, FieldError, SelectField, Setting, TextField } from '@carry/ui';
import { Fields, Rows, SmallButton } from '../own/parts';
import { getRowActions, nextKey, type ProfileDraft } from './draft';

type ServiceRows = ProfileDraft['services'];

export interface ServicesProps {
  services: ServiceRows;
  field(name: 'services' | `service-${number}` | `rate-${number}`): FieldWiring;
  onChange(services: ServiceRows): void;
}

export function Services({ services, field, onChange }: ServicesProps) {
  const { set, remove, moveUp } = getRowActions(services, onChange);
  const { id, error, alert } = field('services');
  const isOffering = services.some(({ id }) => id !== null);
  return (
    <Setting
      title="Services and prices"
      description="Changes apply to new bookings only. Existing bookings keep their name and price. The first service is preselected."
    >
      <Rows>
        {services.map(({ key, label, rate, hourly }, index) => (
          <li key={key}>
            <Fields>
              <TextField
                {...field(`service-${key}`)}
                label="Service"
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
                <option value="hour">Hour (scheduled)</option>
                <option value="unit">Unit (no set time)</option>
              </SelectField>
            </Fields>
            {index > 0 && (
              <SmallButton
                label={`Move ${label || 'the service'} up`}
                onClick={() => moveUp(index)}
              >
                Move up
              </SmallButton>
            )}{' '}
            {(services.length > 1 || !isOffering) && (
              <SmallButton label={`Remove ${label || 'the service'}`} onClick={() => remove(key)}>
                Remove
              </SmallButton>
            )}
          </li>
        ))}
      </Rows>
      <Button
        id={id}
        aria-describedby={error && `${id}-error`}
        variant="quiet"
        disabled={services.length >= MAX_SERVICES}
        onClick={() =>
          onChange([
            ...services,
            { key: nextKey(services), id: null, label: '', rate: '', hourly: true },
          ])
        }
      >
        Add a service
      </Button>
      <FieldError id={id} error={error} alert={alert} />
    </Setting>
  );
}
