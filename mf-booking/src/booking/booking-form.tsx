import type { Service } from 'contracts/api';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Consent, useErrorTitle, useShell } from 'remote-kit';
import { Button, TextareaField, TextField } from 'shared-ui';
import { useStore } from 'zustand';
import { SlotPicker } from '../slots/slot-picker';
import styles from './booking.module.css';
import { ErrorSummary } from './error-summary';
import { ServiceFields } from './service-fields';
import { SignInPrompt } from './sign-in-prompt';
import { Summary } from './summary';
import { useBooking } from './use-booking';
import { useShownAgain } from './use-shown-again';
import { type BookingErrors, validateBooking } from './validate';

export interface BookingFormProps {
  coachId: string;
  coachName: string;
  /** A session is free to cancel until so many hours before it, if the server tells. */
  cancelHours: number | undefined;
  services: Service[];
  /** What stands above the form, beside the summary. */
  children: ReactNode;
}

/** Service, time, contact and details; Book Now leads to the hosted payment page. */
export function BookingForm({ coachId, coachName, cancelHours, services, children }: BookingFormProps) {
  const id = useId();
  const { auth } = useShell();
  const { status } = useStore(auth.store);
  const { values, change, service, order, times } = useBooking(coachId, coachName, services);
  const [errors, setErrors] = useState<BookingErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useErrorTitle(Object.keys(errors).length > 0);
  useShownAgain(() => setBusy(false));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || status !== 'signed-in') return;
    const found = validateBooking({ ...values, service });
    setErrors(found);
    const fields = Object.keys(found);
    if (fields.length > 0) {
      const target = fields.length > 1 ? '#booking-problem' : `#booking-${fields[0]}`;
      setTimeout(() => form.current?.querySelector<HTMLElement>(target)?.focus());
      return;
    }
    if (!service) return;
    setBusy(true);
    const outcome = await order({
      coachId,
      service,
      quantity: Number(values.quantity),
      contact: values.contact.trim(),
      details: values.details.trim(),
      slot: service.is_hourly ? values.slot : null,
    });
    if (outcome !== 'leaving') setBusy(false);
  };

  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {children}
        <form id={id} ref={form} className={styles.form} onSubmit={submit} noValidate aria-labelledby="booking-title">
          <h2 id="booking-title">Book a session</h2>
          <ErrorSummary errors={errors} />
          <ServiceFields services={services} chosen={service} quantity={values.quantity} errors={errors} onChange={change} />
          {service?.is_hourly && <SlotPicker {...times} error={errors.slot} />}
          <TextField
            id="booking-contact"
            label="Contact info"
            hint="Your Discord name or an email address."
            required
            value={values.contact}
            error={errors.contact}
            onChange={({ target }) => change({ contact: target.value })}
          />
          <TextareaField
            id="booking-details"
            label="Details"
            hint="Your rank and in-game name, what you want to work on, a link to a recording. Have a microphone and a 720p stream ready."
            required
            value={values.details}
            error={errors.details}
            onChange={({ target }) => change({ details: target.value })}
          />
          <p className={styles.note}>Bookings over 2 hours may be spread over multiple days; your coach will message you to organise.</p>
          <Consent by="booking" className={styles.note} />
          {status !== 'signed-in' && <SignInPrompt />}
        </form>
      </div>
      <Summary
        coachName={coachName}
        service={service}
        quantity={values.quantity}
        slot={values.slot}
        zone={values.zone}
        cancelHours={cancelHours}
      >
        <Button type="submit" form={id} busy={busy} busyLabel="Booking..." disabled={status !== 'signed-in'}>
          Book Now
        </Button>
      </Summary>
    </div>
  );
}
