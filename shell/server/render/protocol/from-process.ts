import { z } from 'zod';
import type { HeadElement } from '../../../universal/head/head-tags';

const headElement: z.ZodType<HeadElement> = z.union([
  z.object({ tag: z.literal('title'), text: z.string() }),
  z.object({ tag: z.literal('json-ld'), text: z.string() }),
  z.object({ tag: z.enum(['meta', 'link']), attributes: z.record(z.string(), z.string()) }),
]);

const rendered = z.object({
  status: z.number().int().min(200).max(599),
  location: z.string().optional(),
  html: z.string(),
  head: z.array(headElement),
  loaderData: z.record(z.string(), z.unknown()),
  frames: z.array(z.string().max(200)).max(20).optional(),
  complete: z.boolean(),
});

const id = z.number().int();
/** Messages from a render process. Any other message kills it. */
export const fromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('enter'), key: z.string() }),
  /** `rendered` is JSON from the realm. */
  z.object({
    type: z.literal('rendered'),
    id,
    rendered: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(rendered),
  }),
  z.object({ type: z.literal('failed'), id, error: z.string() }),
  z.object({
    type: z.literal('read'),
    id,
    key: z.string(),
    path: z.string(),
    requestId: z
      .string()
      .regex(/^[\w=-]{1,64}$/)
      .optional(),
  }),
  /** Uncaught exception; the process exits. */
  z.object({ type: z.literal('crashed'), key: z.string(), error: z.string() }),
  z.object({ type: z.literal('measured'), key: z.string(), bytes: z.number() }),
  z.object({ type: z.literal('pong') }),
]);
export type FromProcess = z.infer<typeof fromProcess>;
export type SentByProcess = z.input<typeof fromProcess>;
