import type { MySession } from '@carry/remote-kit/api';
import { Button, Card, calendar, DateBlock, Icon, LinkButton, StatusPill } from '@carry/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CancelSession } from './cancel-session';
import { LazyMoveForm } from './lazy-move-form';
import { moneyNote } from './money';
import { RefundForm } from './refund-form';
import { ReviewForm } from './review-form';
import styles from './sessions.module.css';
import { StartsIn } from './starts-in';
import { Timeline } from './timeline';
import { type Offer, useOffers } from './use-offers';
import { useLate } from './use-open';

const TOO_LATE = 'It is too late to move or cancel this session yourself. Ask your coach.';
const labels: Record<Offer, string> = {
  move: 'Move session',
  review: 'Leave a Review',
  refund: 'Request a refund',
};
const format = () =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
/** An ISO 8601 moment that a server wrote, or null where it is none. */
const momentOf = (text: string | null | undefined) => {
  const moment = Date.parse(text ?? '');
  return Number.isNaN(moment) ? null : new Date(moment);
};

export interface SessionCardProps {
  session: MySession;
  /** It is the one that comes first, and says how soon. */
  next: boolean;
}

/** One session, with what its student can do about it: move it, cancel it, ask for the payment back, review it. */
export function SessionCard({ session: listed, next }: SessionCardProps) {
  const [changed, setChanged] = useState<Partial<MySession>>({});
  const session = { ...listed, ...changed };
  const [reviewed, setReviewed] = useState(session.has_review !== false);
  const [open, setOpen] = useState<Offer | null>(null);
  const offers = useOffers(session, reviewed);
  const note = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone; what came of it takes the focus.
  useEffect(() => {
    if (changed.refund || changed.moved_from) note.current?.focus();
  }, [changed]);
  const form = { session, onCancel: () => setOpen(null) };
  const done = (change: Partial<MySession>) => {
    setChanged(change);
    setOpen(null);
  };
  const forms: Record<Offer, () => React.ReactNode> = {
    move: () => (
      <LazyMoveForm
        {...form}
        onDone={({ session_time, move_until }) =>
          done({
            session_time,
            move_until,
            cancel_until: move_until,
            moved_from: session.session_time ?? undefined,
          })
        }
      />
    ),
    review: () => (
      <ReviewForm
        booking={session.id}
        onCancel={form.onCancel}
        onDone={() => {
          setReviewed(true);
          setOpen(null);
        }}
      />
    ),
    refund: () => <RefundForm {...form} onDone={() => done({ refund: 'due' })} />,
  };
  return (
    <Card role="listitem" className={`${styles.card} ${next ? styles.next : ''}`}>
      {next && <StartsIn session={session} />}
      <DateBlock date={momentOf(session.session_time)} />
      <Facts session={session} note={note} />
      {next && session.coach_image_url && (
        <img
          className={styles.portrait}
          src={session.coach_image_url}
          alt=""
          width="72"
          height="72"
        />
      )}
      <Timeline session={session} reviewed={reviewed} />
      <div className={styles.offers}>
        {session.status === 'confirmed' && session.calendar_url && (
          <LinkButton href={session.calendar_url} variant="quiet">
            <Icon path={calendar} /> Add to calendar
          </LinkButton>
        )}
        {offers.map((offer) => (
          <Button
            key={offer}
            variant="quiet"
            aria-expanded={open === offer}
            aria-controls={`${offer}-${session.id}`}
            onClick={() => setOpen(open === offer ? null : offer)}
          >
            {labels[offer]}
          </Button>
        ))}
        <CancelSession
          session={session}
          onDone={() => setChanged({ status: 'cancelled', refund: 'due' })}
        />
      </div>
      {open && offers.includes(open) && forms[open]()}
    </Card>
  );
}

interface FactsProps {
  session: MySession;
  note: RefObject<HTMLParagraphElement | null>;
}

function Facts({ session, note }: FactsProps) {
  const { coach_name, session_time, duration_minutes } = session;
  const service = serviceOf(session);
  const date = momentOf(session_time);
  const late = useLate(session);
  return (
    <div className={styles.body}>
      <div className={styles.name}>
        <h3 dir="auto">{coach_name ?? 'Coach'}</h3>
        <StatusPill status={session.status ?? 'unknown'} />
      </div>
      <p className={styles.facts}>
        {service && <bdi>{service}</bdi>}
        <span>
          {date ? <time dateTime={session_time ?? ''}>{format().format(date)}</time> : 'TBD'}
        </span>
        <span>{duration_minutes ?? 0} mins</span>
      </p>
      <p ref={note} className={styles.money} role="status" tabIndex={-1}>
        {moneyNote(session) ?? moveNote(session)}
      </p>
      <p className={styles.money}>{late && TOO_LATE}</p>
    </div>
  );
}

/** What was booked, in words; null where the server does not tell. */
function serviceOf({ service_name, service_type }: MySession): string | null {
  if (service_name) return service_name;
  const name =
    typeof service_type === 'string' ? service_type : (service_type?.name ?? service_type?.slug);
  return name?.replaceAll('_', ' ') || null;
}

/** What a moved session was; null for one that stays where it was booked. */
function moveNote({ status, moved_from }: MySession): string | null {
  const before = momentOf(moved_from);
  return status === 'confirmed' && before ? `Moved from ${format().format(before)}.` : null;
}
