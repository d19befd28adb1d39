import type { FieldWiring } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import { formatPrice } from '@carry/remote-kit/format';
import { FieldError } from '@carry/ui';
import styles from './booking.module.css';

export interface ServiceCardsProps extends Pick<FieldWiring, 'id' | 'name' | 'error' | 'alert'> {
  services: Service[];
  chosen: Service | undefined;
  onChoose(service: Service): void;
}

export const ServiceCards = ({
  services,
  chosen,
  id,
  name,
  error,
  alert,
  onChoose,
}: ServiceCardsProps) => (
  <div
    id={id}
    tabIndex={-1}
    role="radiogroup"
    aria-labelledby={`${id}-title`}
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? `${id}-error` : undefined}
    aria-required
    className={styles.services}
  >
    <p id={`${id}-title`} className={styles.title}>
      Service
    </p>
    {services.map((service) => (
      <label key={service.id} className={styles.service}>
        <input
          type="radio"
          id={`${id}-${service.id}`}
          name={name}
          value={service.id}
          checked={service.id === chosen?.id}
          onChange={() => onChoose(service)}
        />
        <strong dir="auto">{service.label}</strong>{' '}
        <span>
          <span className={styles.price}>{formatPrice(service.rate)}</span>{' '}
          {service.is_hourly ? 'per hour' : 'each'}
        </span>
      </label>
    ))}
    <FieldError id={id} error={error} alert={alert} />
  </div>
);
