import { formatDollars, printTable } from '@carry/remote-kit/format';
import type { Revenue } from '@carry/remote-kit/own-answers/operator';

/** Amounts in USD. */
export interface Total {
  key: string;
  label: string;
  bookings: number;
  paid: number;
  refunded: number;
  /** Paid and not refunded: commission, paid out and pending together. */
  kept: number;
  commission: number;
  paidOut: number;
  /** Share of coaches that is not paid out yet. */
  pending: number;
  /** Tax in what was kept; null without a rate. */
  tax: number | null;
}

/** Sums in cents, because binary fractions of dollars do not add up. */
function sum(key: string, label: string, rows: Revenue['rows']): Total {
  const add = (read: (row: Revenue['rows'][number]) => number) =>
    rows.reduce((cents, row) => cents + Math.round(read(row) * 100), 0);
  const [paid, refunded] = [add((row) => row.paid), add((row) => row.refunded)];
  const addShare = (name: 'commission' | 'paid_out' | 'pending') =>
    add((row) => row[name] ?? 0) / 100;
  const isTaxed = rows.some(({ tax }) => typeof tax === 'number');
  return {
    key,
    label,
    bookings: rows.reduce((total, row) => total + row.bookings, 0),
    paid: paid / 100,
    refunded: refunded / 100,
    kept: (paid - refunded) / 100,
    commission: addShare('commission'),
    paidOut: addShare('paid_out'),
    pending: addShare('pending'),
    tax: isTaxed ? add(({ tax }) => tax ?? 0) / 100 : null,
  };
}

export const sumByWeek = ({ weeks, rows }: Revenue, name: (week: string) => string): Total[] =>
  weeks.map((week) =>
    sum(
      week,
      name(week),
      rows.filter((row) => row.week === week),
    ),
  );

export function sumByCoach({ rows }: Revenue): Total[] {
  const ids = [...new Set(rows.map(({ coach_id }) => coach_id))];
  return ids
    .map((id) => rows.filter(({ coach_id }) => coach_id === id))
    .map((own) => sum(String(own[0]?.coach_id), own[0]?.coach ?? '', own))
    .sort((a, b) => b.kept - a.kept);
}

/** Prints dollars without sign and separators, as spreadsheets read them. */
const plain = (amount = 0) => formatDollars(amount).replaceAll(/[$,]/g, '');

const SHARES = ['commission', 'paid_out', 'pending'] as const;

/** Prints all rows as CSV. */
export const toCsv = ({ rows }: Revenue): string =>
  printTable([
    [
      'week',
      'coach_id',
      'coach',
      'bookings',
      'paid_usd',
      'refunded_usd',
      ...SHARES.map((name) => `${name}_usd`),
      'tax_usd',
    ],
    ...rows.map((row) => [
      row.week,
      row.coach_id,
      row.coach,
      row.bookings,
      plain(row.paid),
      plain(row.refunded),
      ...SHARES.map((name) => plain(row[name])),
      typeof row.tax === 'number' ? plain(row.tax) : '',
    ]),
  ]);
