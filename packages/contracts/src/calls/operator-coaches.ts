import { z } from 'zod';
import { MAX_NAME } from '../rules/limits';
import { availability, availabilityChange } from './availability';
import { payouts } from './earnings';
import { detail, email, filledLine, game, params } from './fields';
import { search } from './operator-people';
import { profile, profileChange, seenProfile } from './profile';
import type { CallTable } from './rules';

const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be up to 40 lower-case letters, digits and hyphens');
/** End of the account's id at the provider. */
const payoutAccount = z.string().max(40);

const coach = profile.extend({
  id: z.number().int(),
  email: z.string(),
  slug: z.string().nullable(),
  /** True if the account is locked: then the coach's page is gone and payouts wait. */
  locked: z.boolean(),
  payouts: payouts
    .pick({ state: true, failure: true })
    .extend({ account: payoutAccount.nullable() }),
});
export type OperatorCoach = z.infer<typeof coach>;

const created = z.object({ id: z.number().int() });

export const operatorCoachCalls = {
  'GET /api/operator/coaches/': {
    summary:
      'Coaches by number or by a part of a name, address or email, the newest first (operator)',
    by: 'operator',
    query: search.extend({ game: game.optional() }),
    answers: {
      200: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          email: z.string(),
          services: z.number().int(),
          locked: z.boolean(),
          payouts: payouts.shape.state,
        }),
      ),
    },
  },
  'POST /api/operator/coaches/': {
    summary: 'Add a coach: a member or a new account (operator)',
    by: 'operator',
    audit: 'add coach',
    body: z.object({ email, name: filledLine(MAX_NAME), time_zone: availability.shape.time_zone }),
    answers: { 201: created },
  },
  'GET /api/operator/coaches/{id}/': {
    summary: 'A coach (operator)',
    by: 'operator',
    params,
    answers: { 200: coach },
  },
  'PATCH /api/operator/coaches/{id}/': {
    summary: 'Change the given fields of a coach; prices hold for new bookings only (operator)',
    by: 'operator',
    audit: 'edit coach',
    params,
    body: profileChange.extend({ name: filledLine(MAX_NAME), slug, seen: seenProfile }).partial(),
    answers: { 200: coach },
  },
  'POST /api/operator/coaches/{id}/retire-payouts/': {
    summary: "Disconnect a coach's payout account; the coach can set up a new one (operator)",
    by: 'operator',
    audit: 'retire payouts of coach',
    params,
    body: z.object({
      /** As the operator saw it; protects an account that the coach has set up since. */
      account: payoutAccount.optional(),
    }),
    answers: { 200: detail },
  },
  'GET /api/operator/coaches/{id}/availability/': {
    summary: 'Hours of a coach (operator)',
    by: 'operator',
    params,
    answers: { 200: availability },
  },
  'PATCH /api/operator/coaches/{id}/availability/': {
    summary: "Set a coach's hours; existing bookings stay (operator)",
    by: 'operator',
    audit: 'set hours of coach',
    params,
    body: availabilityChange,
    answers: { 200: availability },
  },
} satisfies CallTable;
