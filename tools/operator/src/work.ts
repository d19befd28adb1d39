import type { OperatorBooking } from '@carry/contracts/api';
import { table, UsageError } from '@carry/releases/command-line';
import type { Command, Commands } from './command';
import { idOf, moment, orNone, plain } from './words';

const bookings: Command = {
  usage: 'bookings list [<part of an address>|<booking>] [--below BOOKING]',
  does: 'bookings, the newest first, of a student, of a coach or by number; --below goes on with a list',
  words: [0, 1],
  flags: ['below'],
  async run({ ask, flags: { below }, paint }, [q]) {
    const found = await ask('GET /api/operator/bookings/', { query: { q, below } });
    const rows = found.map((one) => [
      ...[String(one.id), one.status, moment(one.session_time), `$${one.amount.toFixed(2)}`],
      one.paid ? paymentState(one) : 'not paid',
      `${plain(one.student)} (member ${one.student_id})`,
      `${plain(one.service)} with ${plain(one.coach)} (coach ${one.coach_id})`,
      one.refund === 'failed' ? paint('red', 'return it by hand at the payment provider') : '',
    ]);
    return { data: found, text: orNone(table(rows), 'there is no such booking') };
  },
};

const paymentState = ({ refund, refunded }: OperatorBooking): string =>
  refund === 'none'
    ? refunded > 0
      ? `paid, $${refunded.toFixed(2)} returned`
      : 'paid'
    : `refund ${refund}`;

const cancel: Command = {
  usage: 'bookings cancel <booking>',
  does: 'cancels a booking, whenever it is; what was paid goes back in full, and both get a mail',
  words: [1, 1],
  confirm: ([id]) => `Cancel booking ${id}? What was paid goes back.`,
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/bookings/{id}/cancel/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const refund: Command = {
  usage: 'bookings refund <booking>',
  does: 'returns the payment of a booking that is over, in full and once, and both get a mail',
  words: [1, 1],
  confirm: ([id]) => `Return the payment of booking ${id} in full?`,
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/bookings/{id}/refund/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const reviews: Command = {
  usage: 'reviews list',
  does: 'reviews that members have reported, the most reported first, and hidden ones',
  words: [0, 0],
  async run({ ask, paint }) {
    const found = await ask('GET /api/operator/reviews/');
    const lines = found.flatMap((one) => [
      `${one.id}  ${one.rating} of 5 for coach ${one.coach_id} by ${plain(one.reviewer_name)}: ${plain(one.comment)}`,
      ...one.reasons.map((reason) => `    reported: ${plain(reason)}`),
      ...(one.hidden_because === null
        ? []
        : [paint('yellow', `    hidden: ${plain(one.hidden_because)}`)]),
    ]);
    return { data: found, text: orNone(lines, 'nothing is reported or hidden') };
  },
};

const hide: Command = {
  usage: 'reviews hide <review> --why TEXT',
  does: 'takes a review off the site, with its rating',
  words: [1, 1],
  flags: ['why'],
  async run({ ask, flags: { why } }, [id]) {
    if (!why) throw new UsageError('to hide a review needs --why');
    const answer = await ask('POST /api/operator/reviews/{id}/hide/', {
      id: idOf(id),
      body: { reason: why },
    });
    return { data: answer, text: answer.detail };
  },
};

const restore: Command = {
  usage: 'reviews restore <review>',
  does: 'shows a review again, and settles what was reported of it',
  words: [1, 1],
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/reviews/{id}/restore/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const mails: Command = {
  usage: 'mails list [--below MAIL]',
  does: 'mails that were refused or given up after three days, and those that wait, the newest first',
  words: [0, 0],
  flags: ['below'],
  async run({ ask, flags: { below }, paint }) {
    const found = await ask('GET /api/operator/mails/', { query: { below } });
    const rows = found.map((one) => [
      ...[String(one.id), one.state === 'failed' ? paint('red', 'failed') : 'waits'],
      ...[
        moment(one.created_at),
        `${one.attempts} attempts${one.failure === null ? '' : ` (${one.failure})`}`,
        plain(one.recipient),
        plain(one.subject),
      ],
      one.sendable ? '' : 'cannot be sent any more',
    ]);
    return { data: found, text: orNone(table(rows), 'all mails are sent') };
  },
};

const send: Command = {
  usage: 'mails send <mail>',
  does: 'tries a mail again now; the text of one that was given up is kept for a week',
  words: [1, 1],
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/mails/{id}/send/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const incidents: Command = {
  usage: 'incidents list [--below INCIDENT]',
  does: 'what the payment provider told of money that needs you: disputes, failed refunds, wrong amounts, payouts',
  words: [0, 0],
  flags: ['below'],
  async run({ ask, flags: { below }, paint }) {
    const found = await ask('GET /api/operator/incidents/', { query: { below } });
    const rows = found.map((one) => [
      ...[String(one.id), moment(one.occurred_at), paint('red', one.type)],
      one.booking_id === null ? '' : `booking ${one.booking_id}`,
      one.amount_cents === null ? '' : `${one.amount_cents} ${plain(one.currency ?? '')} cents`,
      plain(one.summary),
    ]);
    return { data: found, text: orNone(table(rows), 'no incident is open') };
  },
};

const resolve: Command = {
  usage: 'incidents resolve <incident>',
  does: 'takes an incident that you dealt with off the list and ends its alert',
  words: [1, 1],
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/incidents/{id}/resolve/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const audit: Command = {
  usage: 'audit [--below ENTRY]',
  does: 'what was done with these commands: when, by whom, what, on which number, and what the API answered',
  words: [0, 0],
  flags: ['below'],
  async run({ ask, flags: { below }, paint }) {
    const found = await ask('GET /api/operator/audit/', { query: { below } });
    const rows = found.map(({ id, at, who, action, target, status }) => [
      ...[String(id), moment(at), plain(who), action, target === null ? '' : String(target)],
      status === null
        ? paint('yellow', 'outcome unknown')
        : status < 300
          ? 'done'
          : paint('red', `refused (${status})`),
    ]);
    return { data: found, text: orNone(table(rows), 'nothing was done yet') };
  },
};

export const workCommands: Commands = {
  'bookings list': bookings,
  'bookings cancel': cancel,
  'bookings refund': refund,
  'reviews list': reviews,
  'reviews hide': hide,
  'reviews restore': restore,
  'incidents list': incidents,
  'incidents resolve': resolve,
  'mails list': mails,
  'mails send': send,
  audit,
};
