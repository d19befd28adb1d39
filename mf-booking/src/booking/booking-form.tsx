import { ABOVE_THE_FOLD_END, Form, LEAVING, useForm, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner, Button } from '@carry/ui';
import { type FocusEvent, type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { bookNow } from '../sign-in/contract';
import { SignInPrompt } from '../sign-in/sign-in-prompt';
import styles from './booking.module.css';
import { OrderFields } from './order-fields';
import { Summary } from './summary';
import { type BookingOptions, useBooking } from './use-booking';
import { type BookingFields, validateBooking } from './validate';

export interface BookingFormProps extends Omit<BookingOptions, 'isOurApi'> {
  coachImage: string | null | undefined;
  proof: ReactNode;
  /** Free cancellation ends this many hours before the session. Undefined if the server omits it. */
  cancelHours: number | undefined;
  signIn: readonly string[];
}

export function BookingForm({
  coachId,
  coachName,
  coachImage,
  proof,
  cancelHours,
  services,
  signIn,
  week,
}: BookingFormProps) {
  const { auth } = useShell();
  const { status } = useStore(auth.store);
  const isOurApi = cancelHours !== undefined; // the specification has no `cancel_hours`
  const booking = useBooking({ coachId, coachName, services, week, isOurApi });
  const { values, service, order, change } = booking;
  const fillContact = (contact: string) => {
    if (!values.contact.trim()) change({ contact });
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm<keyof BookingFields>('booking', async () => {
    if (status !== 'signed-in') return undefined;
    const errors = validateBooking({ ...values, service }, isOurApi);
    if (!service || Object.keys(errors).length > 0) return { errors };
    const outcome = await order(service);
    if (outcome === 'booked') heading.current?.focus(); // above the banner
    return outcome === 'leaving' ? LEAVING : undefined;
  });

  return (
    <>
      <div className={`${styles.main} ${styles.order}`} id={ABOVE_THE_FOLD_END}>
        <h2 ref={heading} id="booking-title" tabIndex={-1}>
          Book a session
        </h2>
        {booking.isBooked && (
          <Banner tone="info" role="status">
            <p>
              You've already booked this. See <Link to={paths.sessions}>My Sessions</Link>.
            </p>
          </Banner>
        )}
        <Form
          of={form}
          className={styles.form}
          aria-labelledby="booking-title"
          onFocus={scrollClear}
        >
          <OrderFields form={form} booking={booking} services={services} isOurApi={isOurApi} />
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
        prompt={
          status !== 'signed-in' && (
            <SignInPrompt
              coachId={coachId}
              methods={signIn}
              contact={values.contact}
              onSignedIn={fillContact}
            />
          )
        }
      >
        <Button
          {...bookNow}
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

/** Scrolls a focused text field above the summary: Chromium scrolls by its caret, without the scroll margin. */
function scrollClear({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches('textarea, input:not([type=radio])'))
    target.scrollIntoView({ block: 'nearest' });
}
