import { formatDollars } from '@carry/contracts/format';
import { UsageError } from '@carry/releases/cli';
import type { Command, Commands } from './command';
import { printOrSave } from './output';
import { parseId, parseUsd } from './words';

function parseShare(text: string | undefined): number | undefined {
  const size = parseUsd(text?.replace(/^-/, ''), '--amount');
  return size && text?.startsWith('-') ? -size : size;
}

const bookingPaidOut: Command = {
  args: '<booking>',
  does: "Records that you paid the coach's share yourself, so that no transfer pays it.",
  flags: ['amount', 'earlier'],
  confirm: ([id], { amount = '', earlier }) =>
    amount.startsWith('-')
      ? `Did the coach pay back ${amount.slice(1)} USD of booking ${id}?`
      : `Did you pay ${amount} USD for booking ${id} to the coach${earlier ? ' before the refund or dispute' : ''}?`,
  async run({ callApi, flags }, [id]) {
    const amount = parseShare(flags.amount);
    if (amount === undefined) throw new UsageError('--amount is required');
    const answer = await callApi('POST /api/operator/bookings/{id}/paid-out/', {
      id: parseId(id),
      body: { amount, ...(flags.earlier && { earlier: true }) },
    });
    return { data: answer, text: answer.detail };
  },
};

function parseUntil(text: string | undefined): string {
  const until = new Date(`${text}T23:59:59.999Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') || Number.isNaN(until.getTime()))
    throw new UsageError(`--until must be a date such as 2026-11-30, not '${text ?? ''}'`);
  return until.toISOString();
}

const due: Command = {
  args: '<coach>',
  does: "Shows the total of a coach's due shares that no transfer covers.",
  flags: ['until'],
  async run({ callApi, flags }, [id]) {
    const query = { until: parseUntil(flags.until) };
    const answer = await callApi('GET /api/operator/coaches/{id}/due/', { id: parseId(id), query });
    return {
      data: answer,
      text: `${formatDollars(answer.amount)} for ${answer.bookings} bookings`,
    };
  },
};

const coachPaidOut: Command = {
  args: '<coach>',
  does: "Records that you paid a coach's due shares yourself; 'coaches due' has their sum.",
  flags: ['until', 'amount'],
  confirm: ([id], { amount }) => `Did you pay ${amount ?? ''} USD to coach ${id}?`,
  async run({ callApi, flags }, [id]) {
    const amount = parseUsd(flags.amount, '--amount');
    if (amount === undefined) throw new UsageError('--amount is required');
    const answer = await callApi('POST /api/operator/coaches/{id}/paid-out/', {
      id: parseId(id),
      body: { until: parseUntil(flags.until), amount },
    });
    return { data: answer, text: answer.detail };
  },
};

const ledger: Command = {
  does: 'Exports the ledger for your books as CSV: each payment, refund, payout and reversal.',
  flags: ['from', 'to', 'out'],
  async run({ callApi, flags: { from, to, out } }) {
    const text = await callApi('GET /api/operator/ledger/export/', { query: { from, to } });
    return printOrSave(out, { data: text, text });
  },
};

export const payoutCommands: Commands = {
  'bookings paid-out': bookingPaidOut,
  'coaches due': due,
  'coaches paid-out': coachPaidOut,
  ledger,
};
