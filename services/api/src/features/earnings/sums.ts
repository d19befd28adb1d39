import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { ledgerEntries, ledgerMonths } from '../../core/db/schema';

const sumColumn = (column: AnyPgColumn): SQL<number> =>
  sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

const sumColumns = (table: typeof ledgerEntries | typeof ledgerMonths) => ({
  paid: sumColumn(table.paidCents),
  commission: sumColumn(table.commissionCents),
  refunded: sumColumn(table.refundedCents),
  paid_out: sumColumn(table.paidOutCents),
  pending: sumColumn(table.pendingCents),
});

export const ledgerSums = sumColumns(ledgerEntries);
/** Month of payment of a booking, as the sums by month count it: yyyy-mm. */
export const paymentMonth = sql<string | null>`to_char(min(${ledgerEntries.month}), 'YYYY-MM')`;
export const monthSums = {
  bookings: sumColumn(ledgerMonths.bookings),
  ...sumColumns(ledgerMonths),
};

export type LedgerSums = { [Name in keyof typeof ledgerSums]: number };

export const addSums = (one: LedgerSums, other: LedgerSums): LedgerSums => ({
  paid: one.paid + other.paid,
  commission: one.commission + other.commission,
  refunded: one.refunded + other.refunded,
  paid_out: one.paid_out + other.paid_out,
  pending: one.pending + other.pending,
});

export const NO_MONEY: LedgerSums = {
  paid: 0,
  commission: 0,
  refunded: 0,
  paid_out: 0,
  pending: 0,
};
