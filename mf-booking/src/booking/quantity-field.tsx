import type { FieldWiring } from '@carry/remote-kit';
import { FieldError, Icon, useFieldValue } from '@carry/ui';
import styles from './booking.module.css';
import { isQuantity } from './validate';

export interface QuantityFieldProps extends Pick<FieldWiring, 'id' | 'name' | 'error' | 'alert'> {
  hourly: boolean;
  max: number | undefined;
  value: string;
  onChange(quantity: string): void;
}

const minus = 'M6 12h12';
const plus = 'M6 12h12M12 6v12';

export function QuantityField({
  id,
  name,
  error,
  alert,
  hourly,
  max,
  value,
  onChange,
}: QuantityFieldProps) {
  const kept = useFieldValue<HTMLInputElement>(value, ({ target }) => onChange(target.value));
  const count = isQuantity(value) ? Number(value) : null;
  const step = (label: string, drawing: string, next: number) => {
    const possible = next >= 1 && !(max && next > max);
    return (
      <button
        type="button"
        aria-label={label}
        aria-controls={id}
        aria-disabled={!possible || undefined}
        onClick={() => possible && onChange(String(next))}
      >
        <Icon path={drawing} />
      </button>
    );
  };
  return (
    <div className={styles.quantity}>
      <label
        className={styles.title}
        htmlFor={id}
      >{`Quantity (${hourly ? 'hour(s)' : 'unit(s)'})`}</label>
      <div className={styles.steps}>
        {step('One less', minus, (count ?? 2) - 1)}
        <input
          id={id}
          name={name}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          autoComplete="off"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...kept}
        />
        {step('One more', plus, (count ?? 0) + 1)}
      </div>
      <FieldError id={id} error={error} alert={alert} />
    </div>
  );
}
