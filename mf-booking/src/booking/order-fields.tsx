import { type FormState, useShell } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import { MAX_QUANTITY } from '@carry/remote-kit/limits';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import { Consent, TextareaField, TextField } from '@carry/ui';
import { Link } from 'react-router-dom';
import { SlotPicker } from '../slots/slot-picker';
import styles from './booking.module.css';
import { QuantityField } from './quantity-field';
import { ServiceCards } from './service-cards';
import type { useBooking } from './use-booking';
import type { BookingFields } from './validate';

const HINT = 'Your rank and in-game name, what you want to work on, and a link to a recording.';
const LIVE_HINT = 'Have a microphone and a 720p stream ready.';

export interface OrderFieldsProps {
  form: FormState<keyof BookingFields>;
  booking: Pick<ReturnType<typeof useBooking>, 'values' | 'change' | 'service' | 'times'>;
  services: Service[];
  isOurApi: boolean;
}

export function OrderFields({ form, booking, services, isOurApi }: OrderFieldsProps) {
  const { site } = useShell();
  const { values, change, service, times } = booking;
  return (
    <>
      <ServiceCards
        {...form.field('service')}
        services={services}
        chosen={service}
        onChoose={({ id }) => change({ serviceId: id, quantity: '1' })}
      />
      <QuantityField
        {...form.field('quantity')}
        hourly={service?.is_hourly ?? false}
        max={isOurApi ? MAX_QUANTITY : undefined}
        value={values.quantity}
        onChange={(quantity) => change({ quantity })}
      />
      <p className={styles.note}>
        Bookings over 2 hours may be spread over multiple days; your coach will message you to
        organise.
      </p>
      {service?.is_hourly && (
        <SlotPicker {...times} {...form.field('slot')} coachName={values.coachName} />
      )}
      <TextField
        {...form.field('contact')}
        label="Contact info"
        autoComplete="email"
        hint="Your Discord name or an email address."
        required
        value={values.contact}
        onChange={({ target }) => change({ contact: target.value })}
      />
      <TextareaField
        {...form.field('details')}
        label="Details"
        hint={service?.is_hourly === false ? HINT : `${HINT} ${LIVE_HINT}`}
        required
        value={values.details}
        onChange={({ target }) => change({ details: target.value })}
      />
      <Consent
        by="booking"
        terms={hasText(site, 'terms') && <Link to={paths.terms}>Terms</Link>}
        privacy={hasText(site, 'privacy') && <Link to={paths.privacy}>Privacy</Link>}
        className={styles.note}
      />
    </>
  );
}
