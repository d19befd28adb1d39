import { type CalendarEntry, printCancellation, printEvent } from '../calendar/event';
import { calendarUrl, type Reader } from '../calendar/url';
import {
  type About,
  type AboutBooking,
  type Booking,
  bookAgain,
  getTime,
  getTitle,
  getZone,
  listFacts,
  toPage,
  withRefund,
} from './booking-facts';
import { coachTopic, statusTopic, suggestionTopic, textsTopic } from './delayed-mails';
import { moneyBack, when } from './format';
import { type Block, compose } from './letter';
import type { Mail } from './outbox';

export const PREPARE =
  'Have a mic, a 720p stream and your in-game name ready. A link to a recording helps, too.';

const eventFor = ({ config, booking, parties, reader }: About, now: Date) =>
  printEvent(config, { ...booking, ...parties, reader } satisfies CalendarEntry, now);

/** Takes the session out of a calendar. `booking` is the state before the cancellation. */
export const cancellationFor = ({ config, booking, parties, reader }: About, now: Date) =>
  printCancellation(
    config,
    { ...booking, ...parties, reader, status: 'cancelled', sequence: booking.sequence + 1 },
    now,
  );

const toCalendar = ({ config, booking, reader }: About): Block[] => {
  const url = calendarUrl(config, booking, reader);
  return url ? [{ link: 'Add it to your calendar', url }] : [];
};

export function bookedMail(booked: AboutBooking, now: Date): Mail {
  const { config, booking, parties } = booked;
  const about = { ...booked, reader: 'student' as const };
  return compose(config, {
    to: parties.student,
    subject: booking.startsAt
      ? `Your ${getTitle(about)} is booked`
      : `You've booked ${parties.service} with ${parties.coachName}`,
    topic: statusTopic(booking.id),
    calendar: eventFor(about, now),
    blocks: [
      listFacts(about, undefined, true),
      booking.startsAt
        ? PREPARE
        : `${parties.coachName} will send you the result on your booking's page. You can write there and add replays, too.`,
      toPage(about),
      ...toCalendar(about),
    ],
  });
}

export function newBookingMail(booked: AboutBooking, now: Date): Mail {
  const { config, booking, parties } = booked;
  const about = { ...booked, reader: 'coach' as const };
  const { facts } = listFacts(about, undefined, true);
  return compose(config, {
    to: parties.coach,
    subject: `New booking ${booking.id} from ${parties.studentName}`,
    topic: textsTopic(booking.id),
    calendar: eventFor(about, now),
    blocks: [
      { facts: [...facts, ['Contact', booking.contactInfo]] },
      { by: `${parties.studentName} wrote`, quote: booking.details },
      ...(booking.startsAt
        ? []
        : ["When the result is ready, upload it or add a link on the booking's page."]),
      toPage(about),
      ...toCalendar(about),
    ],
  });
}

interface AboutMove extends AboutBooking {
  booking: Booking & { startsAt: Date; movedFrom: Date };
  byCoach: boolean;
}

export function movedMails(moved: AboutMove, now: Date): Mail[] {
  const { config, booking, parties } = moved;
  const { id, movedFrom, cancelUntil } = booking;
  const deadline =
    cancelUntil && cancelUntil > now
      ? `You can move or cancel it for free until ${when(cancelUntil, booking.timeZone)}.`
      : "You can't move or cancel it anymore.";
  const compile = (reader: Reader, subject: string, move: string) => {
    const about = { ...moved, reader };
    const calendar = eventFor(about, now);
    const zone = getZone(about);
    const time: [string, string][] = [
      ['Was', when(movedFrom, zone)],
      ['Now', getTime(booking, zone) ?? ''],
    ];
    return compose(config, {
      to: reader === 'coach' ? parties.coach : parties.student,
      subject,
      topic: reader === 'coach' ? coachTopic(id) : statusTopic(id),
      calendar,
      blocks: [
        calendar ? `${move} The attached invite has the new time.` : move,
        listFacts(about, time, true),
        ...(reader === 'student' ? [deadline] : []),
        toPage(about),
        ...toCalendar(about),
      ],
    });
  };
  return [
    compile(
      'student',
      `Your session with ${parties.coachName} has moved (booking ${id})`,
      'You moved your session.',
    ),
    compile(
      'coach',
      `Your session with ${parties.studentName} has moved (booking ${id})`,
      moved.byCoach
        ? `${parties.studentName} accepted the time you suggested.`
        : `${parties.studentName} moved this session.`,
    ),
  ];
}

interface AboutSuggestion extends AboutBooking {
  start: Date;
}

const suggestedFacts = ({ start, ...about }: About & AboutSuggestion) => {
  const zone = getZone(about);
  return listFacts(about, [
    ['Now', getTime(about.booking, zone) ?? ''],
    ['Suggested', when(start, zone)],
  ]);
};

export function suggestedMail(suggestion: AboutSuggestion & { until: Date }): Mail {
  const { config, booking, parties } = suggestion;
  const about = { ...suggestion, reader: 'student' as const };
  return compose(config, {
    to: parties.student,
    subject: `${parties.coachName} suggests another time for your session (booking ${booking.id})`,
    topic: suggestionTopic(booking.id),
    blocks: [
      `${parties.coachName} would like to move your session. If you do nothing, it stays as it is.`,
      suggestedFacts(about),
      `You can accept it until ${when(suggestion.until, booking.timeZone)}. We don't hold it for you, so someone else can still book it.`,
      toPage(about, 'Accept or decline'),
    ],
  });
}

export function declinedMail(suggestion: AboutSuggestion): Mail {
  const { config, booking, parties } = suggestion;
  const about = { ...suggestion, reader: 'coach' as const };
  return compose(config, {
    to: parties.coach,
    subject: `${parties.studentName} keeps the current time (booking ${booking.id})`,
    topic: coachTopic(booking.id),
    blocks: [
      `${parties.studentName} declined the time you suggested. Your session stays as it is.`,
      suggestedFacts(about),
      toPage(about),
    ],
  });
}

export const claimMail = (about: AboutBooking, chatName: string, url: string): Mail =>
  compose(about.config, {
    to: about.parties.student,
    subject: `Is this you on Discord? Booking ${about.booking.id}`,
    priority: 'urgent',
    blocks: [
      `${chatName} on Discord says this booking is theirs. If that's you, open this link within an hour.`,
      listFacts({ ...about, reader: 'student' }),
      { action: "That's me", url },
      "If it isn't you, ignore this email.",
    ],
  });

const guarantee = (until: Date | null, zone: string | null, condition = 'Not satisfied? You') =>
  until ? ` ${condition} can ask for your money back until ${when(until, zone)}.` : '';

const noHelp = ({ startsAt }: Booking) =>
  startsAt ? "If it didn't take place, you" : "If you didn't get a result, you";

const describeRestored = (calendar: string | null) =>
  `It's no longer cancelled, so there's no refund.${calendar ? ' The attached invite puts it back in your calendar.' : ''}`;

/** To the coach, who took back a cancellation that was emailed. `booking` is the state after. */
export function restoredMail(restored: AboutBooking, now: Date): Mail {
  const { config, booking, parties } = restored;
  const about = { ...restored, reader: 'coach' as const };
  const calendar = eventFor(about, now);
  return compose(config, {
    to: parties.coach,
    subject: `Your ${getTitle(about)} is ${booking.status} (booking ${booking.id})`,
    topic: coachTopic(booking.id),
    calendar,
    blocks: [
      `You marked this booking as ${booking.status}. ${describeRestored(calendar)}`,
      listFacts(about),
      toPage(about),
    ],
  });
}

interface StatusChange {
  until: Date | null;
  automatic: boolean;
  /** Moment at which the coach took back a cancellation that was emailed. */
  restoredAt?: Date | undefined;
}

/** To the student: the coach or the automatic completion changed the status. A locked coach may not have come. */
export function statusMail(
  about: AboutBooking,
  status: string,
  { until, automatic, restoredAt }: StatusChange,
): Mail {
  const { config, booking, parties } = about;
  const forStudent = { ...about, reader: 'student' as const };
  const subject = `Your ${getTitle(forStudent)} is ${status} (booking ${booking.id})`;
  const completed = status === 'completed';
  const { startsAt, deliveredAt } = booking;
  const reason = startsAt ? 'Your session is over' : 'Your order has been open for a month';
  const first = automatic
    ? `${reason}, so we marked it as completed.`
    : `${parties.coachName} marked your booking as ${status}.`;
  const calendar = restoredAt ? eventFor(forStudent, restoredAt) : null;
  const news = restoredAt ? `${first} ${describeRestored(calendar)}` : first;
  const { isCoachActive } = parties;
  const isReviewable = completed && isCoachActive && !(automatic && !startsAt && !deliveredAt);
  const review = isReviewable ? ' How was it? Please leave a review.' : '';
  const condition = isCoachActive ? undefined : noHelp(booking);
  return compose(config, {
    to: parties.student,
    subject,
    topic: statusTopic(booking.id),
    calendar,
    blocks: [
      completed ? `${news}${review}${guarantee(until, booking.timeZone, condition)}` : news,
      listFacts(forStudent),
      toPage(forStudent, isReviewable ? 'Leave a review' : undefined),
    ],
  });
}

export function deliveredMail(
  about: AboutBooking,
  { until, isAnother }: { until: Date | null; isAnother: boolean },
): Mail {
  const { config, booking, parties } = about;
  const { coachName, service } = parties;
  const forStudent = { ...about, reader: 'student' as const };
  const first = isAnother
    ? `${coachName} has sent another result for your ${service}. Take a look and ask questions.`
    : `Your ${service} is ready. Take a look, ask questions, and leave a review.`;
  return compose(config, {
    to: parties.student,
    subject: `${coachName} has sent ${isAnother ? 'another' : 'your'} result`,
    topic: statusTopic(about.booking.id),
    blocks: [
      `${first}${guarantee(until, booking.timeZone)}`,
      listFacts(forStudent, []),
      toPage(forStudent, 'See the result'),
    ],
  });
}

export type Canceller = 'student' | 'coach' | 'operator';

interface Refunded extends AboutBooking {
  /** State after a refund that the provider has made. Without it, the mail starts the refund. */
  after?: AboutBooking['booking'];
  /** The student is deleting the account, so their mail has no links. */
  isLeaving?: boolean;
}

/** To student and coach, with the refund. `booking` is the state before the cancellation. */
export function cancelledMails(
  { after, isLeaving = false, ...cancelled }: Refunded,
  by: Canceller,
  now: Date,
): Mail[] {
  const { config, booking, parties } = cancelled;
  const { id } = booking;
  const again = bookAgain(cancelled, `Book ${parties.coachName} again`);
  const back = moneyBack(booking);
  const toStudent = { student: 'You', coach: parties.coachName, operator: config.siteName }[by];
  const toCoach = { student: parties.studentName, coach: 'You', operator: config.siteName }[by];
  const student = { ...cancelled, reader: 'student' as const };
  const coach = { ...cancelled, reader: 'coach' as const };
  const ended = { ...(after ?? withRefund(booking)), status: 'cancelled' as const };
  const facts = (about: About) => listFacts({ ...about, booking: ended });
  return [
    compose(config, {
      to: parties.student,
      subject: `Your ${getTitle(student)} is cancelled (booking ${id})`,
      topic: statusTopic(id),
      calendar: cancellationFor(student, now),
      blocks: [
        `${toStudent} cancelled this booking. ${back.student}`,
        facts(student),
        ...(isLeaving ? [] : [toPage(student), { link: again.words, url: again.url }]),
      ],
    }),
    compose(config, {
      to: parties.coach,
      subject: `Your ${getTitle(coach)} is cancelled (booking ${id})`,
      topic: coachTopic(id),
      calendar: cancellationFor(coach, now),
      blocks: [`${toCoach} cancelled this booking. ${back.coach}`, facts(coach), toPage(coach)],
    }),
  ];
}

/** To student and coach: a refund under the guarantee (`reason`), or by the operator (null). */
export function refundMails({ after, ...refunded }: Refunded, reason: string | null): Mail[] {
  const { config, parties } = refunded;
  const booking = after ?? withRefund(refunded.booking);
  const { id } = booking;
  const back = moneyBack(refunded.booking);
  const student = { ...refunded, booking, reader: 'student' as const };
  const coach = { ...refunded, booking, reader: 'coach' as const };
  const byOperator = `${config.siteName} is refunding this booking.`;
  return [
    compose(config, {
      to: parties.student,
      subject: `Refund for your ${getTitle(student)} (booking ${id})`,
      topic: statusTopic(id),
      blocks: [
        `${reason === null ? byOperator : 'You asked for a refund.'} ${back.student}`,
        listFacts(student),
        toPage(student),
      ],
    }),
    compose(config, {
      to: parties.coach,
      subject: `Refund for your ${getTitle(coach)} (booking ${id})`,
      topic: reason === null ? coachTopic(id) : textsTopic(id),
      blocks: [
        `${reason === null ? byOperator : `${parties.studentName} asked for a refund under the guarantee.`} ${back.coach}`,
        listFacts(coach),
        ...(reason === null ? [] : [{ by: 'Reason', quote: reason || 'none given' }]),
        toPage(coach),
      ],
    }),
  ];
}
