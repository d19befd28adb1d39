import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from './instant';

/** What the operator did: numbers and our own words, never those of a person. */
export const operatorAudit = pgTable(
  'operator_audit',
  {
    id: serial('id').primaryKey(),
    at: instant('at').notNull(),
    /** Whose token it was, or, of the one that several have, who they say that they are. */
    who: text('who').notNull(),
    action: text('action').notNull(),
    /** The number of whom or what, as the action's last word says. */
    target: integer('target'),
    /** What the call answered; null: nobody knows whether it was done. */
    status: integer('status'),
  },
  (table) => [
    check('operator_audit_who_length', sql`char_length(who) BETWEEN 1 AND 60`),
    index('operator_audit_by_age').on(table.at),
  ],
);
