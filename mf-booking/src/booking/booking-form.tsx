import { browserZone, Form, LEAVING, useForm, useShell } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import styles from './booking.module.css';
import { OrderFields } from './order-fields';
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
}

/** Service, time, contact and details, and beside them what is about to be booked; Book Now leads to the hosted payment page. */
export function BookingForm({
  coachId,
  coachName,
  coachImage,
  proof,
  cancelHours,
  services,
}: BookingFormProps) {
  const { auth } = useShell();
  const { status } = useStore(auth.store);
  const booking = useBooking(coachId, coachName, services);
  const { values, service, order } = booking;
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
    <>
      <div className={styles.main}>
        <h2 id="booking-title">Book a session</h2>
        <Form of={form} className={styles.form} aria-labelledby="booking-title">
          <OrderFields form={form} booking={booking} services={services} />
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
    </>
  );
}
