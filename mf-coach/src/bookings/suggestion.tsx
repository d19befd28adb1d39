import {
  formatStart,
  isApiError,
  useAction,
  useIsBefore,
  useShell,
  useTimesForm,
} from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import type { BookingPage } from '@carry/remote-kit/own-answers';
import { Banner, Button } from '@carry/ui';
import { useRef, useState } from 'react';
import { withdrawSuggestion } from './api';
import styles from './bookings.module.css';
import type { SuggestFormProps } from './suggest-form';

export interface SuggestionProps {
  booking: CoachBooking;
  page: BookingPage;
  zone: string;
  onChange(): void;
}

export function Suggestion({ booking, page, zone, onChange }: SuggestionProps) {
  const suggested = page.suggested_time; // undefined on a server without suggestions
  const isAhead = useIsBefore(booking.session_time);
  const isOpen = useIsBefore(page.suggested_until ?? suggested);
  const [isFormOpen, setFormOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  if (suggested === undefined || booking.status !== 'confirmed' || !isAhead) return null;
  const close = () => {
    setFormOpen(false);
    area.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  const change = () => {
    close();
    onChange();
  };
  return (
    <div ref={area} className={styles.suggestion}>
      {suggested && isOpen && <Pending {...{ booking, page, suggested, zone }} onChange={change} />}
      <Button
        variant="quiet"
        aria-expanded={isFormOpen}
        aria-controls={`suggest-${booking.id}`}
        onClick={() => setFormOpen(!isFormOpen)}
      >
        Suggest another time
      </Button>
      {isFormOpen && (
        <LazySuggestForm
          booking={booking}
          cancelUntil={page.cancel_until}
          zone={zone}
          onCancel={close}
          onDone={change}
        />
      )}
    </div>
  );
}

const load = () =>
  import(/* webpackChunkName: "suggest-form" */ './suggest-form').then(
    ({ SuggestForm }) => SuggestForm,
  );

function LazySuggestForm(props: SuggestFormProps) {
  const Form = useTimesForm(load, props.onCancel);
  return Form ? <Form {...props} /> : <p role="status">Loading times...</p>;
}

interface PendingProps extends SuggestionProps {
  suggested: string;
}

function Pending({ booking, page, suggested, zone, onChange }: PendingProps) {
  const clock = { timeZone: zone, hourCycle: 'h23' } as const;
  const until = page.suggested_until && formatStart(page.suggested_until, clock);
  const { api, notify } = useShell();
  const { run, busy } = useAction(async () => {
    try {
      await withdrawSuggestion(api, booking.id);
      notify.toast('Suggestion withdrawn');
      onChange();
    } catch (error) {
      await notify.alert(
        "We couldn't withdraw your suggestion.",
        (isApiError(error) && error.detail) || undefined,
      );
    }
  });
  return (
    <Banner tone="info">
      <p>
        You suggested <strong>{formatStart(suggested, clock)}</strong>. We've emailed your student
        {until && `, who can accept until ${until}`}.{' '}
        {page.suggested_taken
          ? "This time isn't free right now, so your student can't accept it."
          : 'Someone else can still book this time until your student accepts.'}
      </p>
      <Button variant="quiet" busy={busy} busyLabel="Withdrawing..." onClick={() => void run()}>
        Withdraw
      </Button>
    </Banner>
  );
}
