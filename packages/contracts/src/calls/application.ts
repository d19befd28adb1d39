import { z } from 'zod';
import { MAX_APPLICANT_RANK, MAX_DETAILS, MAX_LINKS, MAX_NAME, MAX_REASON } from '../rules/limits';
import { availability } from './availability';
import { detail, email, filled, filledLine, game, id, moment, params, trimmed } from './fields';
import { picture64 } from './profile';
import type { CallTable } from './rules';

const fields = {
  name: filledLine(MAX_NAME),
  email,
  game,
  /** Rank or results in words. */
  rank: filledLine(MAX_APPLICANT_RANK),
  links: filled(MAX_LINKS),
  about: filled(MAX_DETAILS),
  time_zone: availability.shape.time_zone,
};

const stateFilter = z.enum(['open', 'decided']);
export type ApplicationFilter = z.infer<typeof stateFilter>;

const application = z.object({
  id: z.number().int(),
  ...fields,
  email: z.string(),
  since: z.string(),
  state: z.enum(['open', 'accepted', 'declined']),
  decided_at: z.string().nullable(),
  coach_id: z.number().int().nullable(),
  game_name: z.string(),
  /** True if a member with this verified address has sent it. A stranger may have sent the others. */
  confirmed: z.boolean(),
  picture: z.string().nullable(),
});
export type CoachApplication = z.infer<typeof application>;

/** `since` of the version that was read; 409 if the applicant has sent a newer one. */
const decided = z.object({ since: moment.optional() });

export const applicationCalls = {
  'POST /api/coach-applications/': {
    summary:
      'Apply to become a coach; with the bearer token of a member with this address, it replaces their open application',
    body: z.object({
      ...fields,
      /** A picture that proves the rank. Only operators see it. */
      picture: picture64.optional(),
    }),
    answers: {
      201: detail,
      409: detail.describe('Too many open applications with this address and game'),
      413: detail.describe('The picture is too large'),
      429: detail.describe('Too many applications; `retry-after`: seconds to wait'),
    },
  },
  'GET /api/operator/applications/': {
    summary: 'Applications of coaches, open ones first, the newest first (operator)',
    by: 'operator',
    query: z.object({ state: stateFilter.optional(), below: id.optional() }),
    answers: { 200: z.array(application) },
  },
  'GET /api/operator/applications/{id}/picture/': {
    summary: 'The picture that proves the rank of an applicant (operator)',
    by: 'operator',
    audit: 'open proof of application',
    params,
    sends: 'image/webp',
    answers: { 200: z.void().describe('The picture') },
  },
  'POST /api/operator/applications/{id}/accept/': {
    summary:
      'Make an applicant a coach, or add the game to one who is; the applicant gets a mail (operator)',
    by: 'operator',
    audit: 'accept application',
    params,
    body: decided,
    answers: {
      200: z.object({ coach_id: z.number().int() }),
      409: detail.describe('Decided, changed, or not confirmed by the member with this address'),
    },
  },
  'POST /api/operator/applications/{id}/decline/': {
    summary:
      'Decline an application; the applicant gets a mail with the reason, unless another application with this address is open (operator)',
    by: 'operator',
    audit: 'decline application',
    params,
    body: decided.extend({ reason: trimmed(MAX_REASON).optional() }),
    answers: { 200: detail },
  },
} satisfies CallTable;
