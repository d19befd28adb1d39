import type { Service } from 'contracts/api';
import type { FormState } from 'remote-kit';
import { SelectField, TextField } from 'shared-ui';
import type { BookingDraft } from '../order/draft';
import { formatPrice } from '../order/money';

export interface ServiceFieldsProps {
  services: Service[];
  chosen: Service | undefined;
  quantity: string;
  form: Pick<FormState<'service' | 'quantity'>, 'field'>;
  onChange(part: Partial<BookingDraft>): void;
}

/** Which service, and how much of it; another service begins with one. */
export const ServiceFields = ({ services, chosen, quantity, form, onChange }: ServiceFieldsProps) => (
  <>
    <SelectField
      {...form.field('service')}
      label="Service"
      required
      value={chosen?.id ?? ''}
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
      {...form.field('quantity')}
      label={`Quantity (${chosen?.is_hourly ? 'hour(s)' : 'unit(s)'})`}
      type="number"
      inputMode="numeric"
      min={1}
      required
      value={quantity}
      autoComplete="off"
      onChange={({ target }) => onChange({ quantity: target.value })}
    />
  </>
);
