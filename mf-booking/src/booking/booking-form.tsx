import type { Service } from 'contracts/api';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { serverNow, useShell } from 'remote-kit';
import { Button, Card, SelectField, TextareaField, TextField } from 'shared-ui';
import { useStore } from 'zustand';
import { bookableDays } from '../slots/days';
import { SlotPicker } from '../slots/slot-picker';
import { useSlots } from '../slots/use-slots';
import styles from './booking.module.css';
import { ErrorSummary } from './error-summary';
import { formatPrice } from './money';
import { placeOrder } from './place-order';
import { SignInPrompt } from './sign-in-prompt';
import { Total } from './total';
import { useBookingDraft } from './use-draft';
import { type BookingErrors, validateBooking } from './validate';

export interface BookingFormProps {
  coachId: string;
  coachName: string;
  services: Service[];
}

/** Service, time, contact and details; Book Now leads to the hosted payment page. */
export function BookingForm({ coachId, coachName, services }: BookingFormProps) {
  const shell = useShell();
  const { status } = useStore(shell.auth.store);
  const { values, change } = useBookingDraft(coachId, {
    coachName,
    serviceId: services[0]?.id ?? null,
    quantity: '1',
    contact: '',
    details: '',
    slot: null,
  });
  const [errors, setErrors] = useState<BookingErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const service = services.find(({ id }) => id === values.serviceId);

  // The visitor's calendar is known in the browser only.
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => setNow(new Date(serverNow(shell))), [shell]);
  const days = useMemo(() => (now ? bookableDays(now) : []), [now]);
  const { slots, reload } = useSlots(coachId, days);

  // A restored or chosen slot that is no longer open is let go.
  const chosenDay = values.slot ? slots[values.slot.date] : undefined;
  const gone = values.slot !== null && chosenDay?.state === 'ready' && !chosenDay.starts.includes(values.slot.time);
  useEffect(() => {
    if (gone) change({ slot: null });
  });

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const { title } = document;
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [errors]);

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
    const slot = service.is_hourly ? values.slot : null;
    const outcome = await placeOrder(shell, {
      coachId,
      service,
      quantity: Number(values.quantity),
      contact: values.contact.trim(),
      details: values.details.trim(),
      slot,
    });
    if (outcome === 'slot-taken' && slot) reload(slot.date);
    if (outcome !== 'leaving') setBusy(false);
  };

  // Back from the payment page may show this very page again, as it was left.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  return (
    <Card className={styles.form}>
      <form ref={form} onSubmit={submit} noValidate aria-labelledby="booking-title">
        <h2 id="booking-title">Book a session</h2>
        <ErrorSummary errors={errors} />
        <SelectField
          id="booking-service"
          label="Service"
          required
          value={values.serviceId ?? ''}
          error={errors.service}
          onChange={({ target }) =>
            change({ serviceId: services.find(({ id }) => String(id) === target.value)?.id ?? null, quantity: '1' })
          }
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
          label={`Quantity (${service?.is_hourly ? 'hour(s)' : 'unit(s)'})`}
          type="number"
          inputMode="numeric"
          min={1}
          required
          value={values.quantity}
          error={errors.quantity}
          onChange={({ target }) => change({ quantity: target.value })}
        />
        {service?.is_hourly && (
          <SlotPicker
            days={days}
            slots={slots}
            value={values.slot}
            error={errors.slot}
            onChange={(slot) => change({ slot })}
            onReload={reload}
          />
        )}
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
        <Total rate={service?.rate} quantity={values.quantity} />
        {status !== 'signed-in' && <SignInPrompt />}
        <Button type="submit" busy={busy} busyLabel="Booking..." disabled={status !== 'signed-in'} className={styles.submit}>
          Book Now
        </Button>
      </form>
    </Card>
  );
}
