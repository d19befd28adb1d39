import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from './instant';

export const operatorAudit = pgTable(
  'operator_audit',
  {
    id: serial('id').primaryKey(),
    at: instant('at').notNull(),
    /** Name of a personal token, or the name given with the shared one. */
    who: text('who').notNull(),
    action: text('action').notNull(),
    /** Id of the affected object; the action's last word names its type. */
    target: integer('target'),
    /** Response status; null: unknown outcome. */
    status: integer('status'),
  },
  (table) => [
    check('operator_audit_who_length', sql`char_length(who) BETWEEN 1 AND 60`),
    index('operator_audit_by_age').on(table.at),
  ],
);
