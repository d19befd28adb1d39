import type { OperatorBooking } from '@carry/contracts/api';
import { formatDollars } from '@carry/contracts/format';
import { table, UsageError } from '@carry/releases/cli';
import type { Command, Commands, Context } from './command';
import type { Flags } from './flags';
import { formatTime, joinLines, parseChoice, parseId, parseUsd, sanitize } from './words';

const MAIL_STATES = ['open', 'sent', 'dismissed'] as const;
const REFUNDS = ['due', 'failed', 'requested', 'refunded'] as const;

const bookings: Command = {
  args: '[text-or-booking]',
  does: 'Lists bookings, newest first: all, or by id, amount, payment, refund, or a part of a name, email or contact.',
  flags: ['below', 'refund'],
  async run({ callApi, flags: { below, refund }, paint }, [q]) {
    const query = { q, below, refund: parseChoice(refund, '--refund', REFUNDS) };
    const bookings = await callApi('GET /api/operator/bookings/', { query });
    const rows = bookings.map((one) => [
      ...[String(one.id), one.status, formatTime(one.session_time), `${formatDollars(one.amount)}`],
      one.paid ? formatPayment(one) : 'not paid',
      `${sanitize(one.student)} (member ${one.student_id})`,
      `${sanitize(one.service)} with ${sanitize(one.coach)} (coach ${one.coach_id})`,
      one.refund === 'failed'
        ? paint('red', `refund failed, try again: operator bookings refund ${one.id}`)
        : one.refund_reason
          ? `reason: ${sanitize(one.refund_reason)}`
          : '',
    ]);
    return { data: bookings, text: joinLines(table(rows), 'no bookings match') };
  },
};

function formatPayment({ refund, refunded, failed_refund: failed = 0 }: OperatorBooking): string {
  if (refund !== 'none') return `refund ${refund}`;
  const done = refunded > 0 ? `, ${formatDollars(refunded)} refunded` : '';
  return `paid${done}${failed > 0 ? `, refund of ${formatDollars(failed)} failed` : ''}`;
}

const cancel: Command = {
  args: '<booking>',
  does: 'Cancels a booking at any time, refunds it in full and emails both sides.',
  confirm: ([id]) => `Cancel booking ${id} and refund it in full?`,
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/bookings/{id}/cancel/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

function parseRefund(flags: Flags) {
  const amount = parseUsd(flags.amount, '--amount');
  const refunded = parseUsd(flags.refunded, '--refunded');
  if (amount !== undefined) return { amount, refunded: refunded ?? 0 };
  return refunded === undefined ? {} : { refunded };
}

const refund: Command = {
  args: '<booking>',
  does: 'Refunds a past booking in full, once, or a part of any payment, and emails both sides.',
  flags: ['amount', 'refunded'],
  confirm: ([id], { amount }) => `Refund ${amount ? `${amount} USD of ` : ''}booking ${id}?`,
  async run({ callApi, flags }, [id]) {
    const answer = await callApi('POST /api/operator/bookings/{id}/refund/', {
      id: parseId(id),
      body: parseRefund(flags),
    });
    return { data: answer, text: answer.detail };
  },
};

const settle: Command = {
  args: '<booking>',
  does: 'Records that you paid a failed refund, or a failed part, back another way, and emails the student.',
  flags: ['amount', 'refunded'],
  confirm: ([id], { amount }) =>
    `Did you pay ${amount ? `${amount} USD of ` : 'the failed refund of '}booking ${id} back another way?`,
  async run({ callApi, flags }, [id]) {
    const answer = await callApi('POST /api/operator/bookings/{id}/settle/', {
      id: parseId(id),
      body: parseRefund(flags),
    });
    return { data: answer, text: answer.detail };
  },
};

const reviews: Command = {
  does: 'Lists reported reviews, most reported first, and hidden ones.',
  flags: ['below', 'state'],
  async run({ callApi, flags: { below, state }, paint }) {
    const query = { below, state: parseChoice(state, '--state', ['reported', 'hidden']) };
    const reviews = await callApi('GET /api/operator/reviews/', { query });
    const lines = reviews.flatMap((one) => [
      `${one.id}  ${one.rating} of 5 for ${sanitize(one.coach ?? '')} (coach ${one.coach_id}) by ${sanitize(one.reviewer_name)}: ${sanitize(one.comment)}`,
      ...(one.reply ? [`    reply: ${sanitize(one.reply)}`] : []),
      ...one.reasons.map((reason) => `    reported: ${sanitize(reason)}`),
      ...(one.hidden_because === null
        ? []
        : [paint('yellow', `    hidden: ${sanitize(one.hidden_because)}`)]),
    ]);
    return { data: reviews, text: joinLines(lines, 'no reported or hidden reviews') };
  },
};

const hide: Command = {
  args: '<review>',
  does: 'Hides a review and its rating.',
  flags: ['why'],
  async run({ callApi, flags: { why } }, [id]) {
    if (!why) throw new UsageError('--why is required');
    const answer = await callApi('POST /api/operator/reviews/{id}/hide/', {
      id: parseId(id),
      body: { reason: why },
    });
    return { data: answer, text: answer.detail };
  },
};

const restore: Command = {
  args: '<review>',
  does: 'Shows a hidden review again and closes its reports.',
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/reviews/{id}/restore/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const removeReply: Command = {
  args: '<review>',
  does: "Removes the coach's reply to a review and closes the reports.",
  confirm: ([id]) => `Remove the reply to review ${id}?`,
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/reviews/{id}/reply/remove/', {
      id: parseId(id),
    });
    return { data: answer, text: answer.detail };
  },
};

const messages: Command = {
  does: 'Lists reported messages between students and coaches, newest first, with the messages before and after each.',
  flags: ['below'],
  async run({ callApi, flags: { below } }) {
    const messages = await callApi('GET /api/operator/messages/', { query: { below } });
    const lines = messages.flatMap((one) => [
      `${one.id}  booking ${one.booking_id}, by the ${one.author}: ${sanitize(one.text)}`,
      ...one.files.map((name) => `    file: ${sanitize(name)}`),
      ...one.reasons.map((reason) => `    reported: ${sanitize(reason)}`),
      ...one.around.map(
        ({ id, author, text, sent_at }) =>
          `    ${id < one.id ? 'before' : 'after'}, ${formatTime(sent_at)}, by the ${author}: ${sanitize(text)}`,
      ),
    ]);
    return { data: messages, text: joinLines(lines, 'no reported messages') };
  },
};

const removeMessage: Command = {
  args: '<message>',
  does: 'Removes a message with its files for both sides.',
  confirm: ([id]) => `Remove message ${id} for both sides?`,
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/messages/{id}/remove/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const keepMessage: Command = {
  args: '<message>',
  does: 'Keeps a reported message and closes its reports.',
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/messages/{id}/keep/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const mails: Command = {
  args: '[email]',
  does: 'Lists failed and queued emails, newest first, or with `--state` those that are `sent` or `dismissed`. Delivery is retried for three days.',
  flags: ['below', 'state'],
  async run({ callApi, flags: { below, state }, paint }, [q]) {
    const query = { q, below, state: parseChoice(state, '--state', MAIL_STATES) };
    const mails = await callApi('GET /api/operator/mails/', { query });
    const rows = mails.map((one) => [
      ...[String(one.id), one.state === 'failed' ? paint('red', 'failed') : one.state],
      ...[
        formatTime(one.created_at),
        `${one.attempts} attempts${one.failure === null ? '' : ` (${one.failure})`}`,
        sanitize(one.recipient),
        sanitize(one.subject),
      ],
      one.sendable || one.state === 'sent' ? '' : 'expired',
    ]);
    return { data: mails, text: joinLines(table(rows), 'no emails match') };
  },
};

const send: Command = {
  args: '<mail>',
  does: 'Retries an email now. The text of a failed email is kept for a week.',
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/mails/{id}/send/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const dismiss: Command = {
  args: '<mail>',
  does: 'Puts a failed email away.',
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/mails/{id}/dismiss/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const incidents: Command = {
  does: 'Lists open payment incidents: disputes, failed refunds, wrong amounts and failed payouts.',
  flags: ['below'],
  async run({ callApi, flags: { below }, paint }) {
    const incidents = await callApi('GET /api/operator/incidents/', { query: { below } });
    const rows = incidents.map((one) => [
      ...[String(one.id), formatTime(one.occurred_at), paint('red', one.type)],
      one.booking_id === null ? '' : `booking ${one.booking_id}`,
      one.amount_cents === null ? '' : `${one.amount_cents} ${sanitize(one.currency ?? '')} cents`,
      sanitize(one.summary),
    ]);
    return { data: incidents, text: joinLines(table(rows), 'no open incidents') };
  },
};

const resolve: Command = {
  args: '<incident>',
  does: 'Closes an incident and its alert, but not a dispute that Stripe has not decided.',
  flags: ['release'],
  async run({ callApi, flags: { release } }, [id]) {
    const answer = await callApi('POST /api/operator/incidents/{id}/resolve/', {
      id: parseId(id),
      body: release ? { release_payout: true } : {},
    });
    return { data: answer, text: answer.detail };
  },
};

function describeResult(status: number | null, paint: Context['paint']): string {
  if (status === null) return paint('yellow', 'outcome unknown');
  if (status >= 500) return paint('yellow', `failed (${status}), outcome unknown`);
  return status < 300 ? 'done' : paint('red', `refused (${status})`);
}

const audit: Command = {
  does: 'Lists operator actions, newest first: time, operator, action, target, amount, result and reason.',
  flags: ['below'],
  async run({ callApi, flags: { below }, paint }) {
    const entries = await callApi('GET /api/operator/audit/', { query: { below } });
    const rows = entries.map(({ id, at, who, action, target, amount, status, reason }) => [
      ...[String(id), formatTime(at), sanitize(who), action, target === null ? '' : String(target)],
      amount === null ? '' : formatDollars(amount),
      describeResult(status, paint),
      reason ? `reason: ${sanitize(reason)}` : '',
    ]);
    return { data: entries, text: joinLines(table(rows), 'no actions yet') };
  },
};

export const workCommands: Commands = {
  'bookings list': bookings,
  'bookings cancel': cancel,
  'bookings refund': refund,
  'bookings settle': settle,
  'reviews list': reviews,
  'reviews hide': hide,
  'reviews restore': restore,
  'reviews remove-reply': removeReply,
  'messages list': messages,
  'messages remove': removeMessage,
  'messages keep': keepMessage,
  'incidents list': incidents,
  'incidents resolve': resolve,
  'mails list': mails,
  'mails send': send,
  'mails dismiss': dismiss,
  audit,
};
