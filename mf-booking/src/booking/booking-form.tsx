import { Form, LEAVING, useForm, useShell } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import { paths } from '@carry/remote-kit/paths';
import { Button, Consent, TextareaField, TextField } from '@carry/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { browserZone } from '../slots/days';
import { SlotPicker } from '../slots/slot-picker';
import styles from './booking.module.css';
import { QuantityField } from './quantity-field';
import { ServiceCards } from './service-cards';
import { SignInPrompt } from './sign-in-prompt';
import { Summary } from './summary';
import { useBooking } from './use-booking';
import { type BookingFields, validateBooking } from './validate';

export interface BookingFormProps {
  coachId: string;
  coachName: string;
  coachImage: string | null | undefined;
  /** What stands below the coach's name in the summary. */
  proof: ReactNode;
  /** A session is free to cancel until so many hours before it, if the server tells. */
  cancelHours: number | undefined;
  services: Service[];
  /** What stands above the form, beside the summary. */
  children: ReactNode;
}

/** Service, time, contact and details; Book Now leads to the hosted payment page. */
export function BookingForm({
  coachId,
  coachName,
  coachImage,
  proof,
  cancelHours,
  services,
  children,
}: BookingFormProps) {
  const { auth } = useShell();
  const { status } = useStore(auth.store);
  const { values, change, service, order, times } = useBooking(coachId, coachName, services);
  const form = useForm<keyof BookingFields>('booking', async () => {
    if (status !== 'signed-in') return undefined;
    const errors = validateBooking({ ...values, service });
    if (!service || Object.keys(errors).length > 0) return { errors };
    const outcome = await order({
      coachId,
      service,
      quantity: Number(values.quantity),
      contact: values.contact.trim(),
      details: values.details.trim(),
      slot: service.is_hourly ? values.slot : null,
      // a server that says its policy writes mails that tell the time
      ...(cancelHours !== undefined && { zone: values.zone ?? browserZone() }),
    });
    return outcome === 'leaving' ? LEAVING : undefined;
  });

  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {children}
        <h2 id="booking-title">Book a session</h2>
        <Form of={form} className={styles.form} aria-labelledby="booking-title">
          <ServiceCards
            {...form.field('service')}
            services={services}
            chosen={service}
            onChoose={({ id }) => change({ serviceId: id, quantity: '1' })}
          />
          <QuantityField
            {...form.field('quantity')}
            hourly={service?.is_hourly ?? false}
            value={values.quantity}
            onChange={(quantity) => change({ quantity })}
          />
          <p className={styles.note}>
            Bookings over 2 hours may be spread over multiple days; your coach will message you to
            organise.
          </p>
          {service?.is_hourly && <SlotPicker {...times} {...form.field('slot')} />}
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
            hint="Your rank and in-game name, what you want to work on, a link to a recording. Have a microphone and a 720p stream ready."
            required
            value={values.details}
            onChange={({ target }) => change({ details: target.value })}
          />
          <Consent
            by="booking"
            terms={<Link to={paths.terms}>Terms</Link>}
            privacy={<Link to={paths.privacy}>Privacy</Link>}
            className={styles.note}
          />
          {status !== 'signed-in' && <SignInPrompt />}
        </Form>
      </div>
      <Summary
        coachName={coachName}
        coachImage={coachImage}
        proof={proof}
        service={service}
        quantity={values.quantity}
        slot={values.slot}
        zone={values.zone}
        cancelHours={cancelHours}
      >
        <Button
          type="submit"
          form={form.id}
          busy={form.busy}
          busyLabel="Booking..."
          disabled={status !== 'signed-in'}
        >
          Book Now
        </Button>
      </Summary>
    </div>
  );
}
