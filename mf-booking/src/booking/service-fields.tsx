import type { Service } from 'contracts/api';
import { SelectField, TextField } from 'shared-ui';
import type { BookingDraft } from './draft';
import { formatPrice } from './money';
import type { BookingErrors } from './validate';

export interface ServiceFieldsProps {
  services: Service[];
  chosen: Service | undefined;
  quantity: string;
  errors: BookingErrors;
  onChange(part: Partial<BookingDraft>): void;
}

/** Which service, and how much of it; another service begins with one. */
export const ServiceFields = ({ services, chosen, quantity, errors, onChange }: ServiceFieldsProps) => (
  <>
    <SelectField
      id="booking-service"
      label="Service"
      required
      value={chosen?.id ?? ''}
      error={errors.service}
      onChange={({ target }) => onChange({ serviceId: services.find(({ id }) => String(id) === target.value)?.id ?? null, quantity: '1' })}
    >
      <option value="">Select a service</option>
      {services.map(({ id, label, rate, is_hourly }) => (
        <option key={id} value={id}>
          {`${label} (${formatPrice(rate)}${is_hourly ? '/hour' : ''})`}
        </option>
      ))}
    </SelectField>
    <TextField
      id="booking-quantity"
      label={`Quantity (${chosen?.is_hourly ? 'hour(s)' : 'unit(s)'})`}
      type="number"
      inputMode="numeric"
      min={1}
      required
      value={quantity}
      error={errors.quantity}
      onChange={({ target }) => onChange({ quantity: target.value })}
    />
  </>
);
