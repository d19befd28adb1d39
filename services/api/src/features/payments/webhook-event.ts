import { z } from 'zod';

const MAX_ID = 255;

const stored = z
  .string()
  .min(1)
  .max(MAX_ID)
  .refine((value) => !value.includes('\0'));
const reference = z
  .union([stored, z.object({ id: stored }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const cents = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const currency = z.string().regex(/^[a-z]{3}$/);
const word = z.string().max(100);

/** Unix time in seconds. */
const seconds = z.number().int().min(0).max(253_402_300_799);

const refund = z.object({
  id: stored,
  amount: cents,
  currency,
  status: word.nullish(),
  failure_reason: word.nullish().transform((reason) => reason ?? 'failed'),
  payment_intent: reference,
});
const dispute = z.object({
  id: stored,
  amount: cents,
  currency,
  reason: word,
  status: word,
  evidence_details: z.object({ due_by: seconds.nullish() }).nullish().catch(null),
  payment_intent: reference,
});
const any = z.looseObject({
  id: stored.optional(),
  amount: cents.optional().catch(undefined),
  currency: currency.optional().catch(undefined),
  payment_intent: reference.catch(null),
  charges_enabled: z.boolean().optional().catch(undefined),
  payouts_enabled: z.boolean().optional().catch(undefined),
  failure_message: z.string().max(500).nullish().catch(null),
});

export const eventObjects = {
  session: z.object({ id: stored }),
  transfer: z.object({ id: stored }),
  charge: z.object({ id: stored, payment_intent: reference }),
  refund,
  dispute,
  any,
};

export const webhookEvent = z.object({
  id: stored,
  type: z
    .string()
    .min(1)
    .max(MAX_ID)
    .refine((value) => !value.includes('\0')),
  /** Connected account; absent for events of the site's own. */
  account: stored.nullish(),
  created: seconds.optional(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
