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
  complete: z.boolean(),
});

const id = z.number().int();
/** What a render process may say; anything else ends it. */
export const fromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** From here on it runs the code of this release. */
  z.object({ type: z.literal('enter'), key: z.string() }),
  /** A page, as JSON that its realm has made. */
  z.object({
    type: z.literal('rendered'),
    id,
    rendered: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(rendered),
  }),
  z.object({ type: z.literal('failed'), id, error: z.string() }),
  /** A release asks to read from the API. */
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
  /** A release threw where nothing catches; the process ends. */
  z.object({ type: z.literal('crashed'), key: z.string(), error: z.string() }),
  /** Which release held the most memory, after all were looked at. */
  z.object({ type: z.literal('measured'), key: z.string(), bytes: z.number() }),
  z.object({ type: z.literal('pong') }),
]);
export type FromProcess = z.infer<typeof fromProcess>;
/** A message as it is sent. */
export type SentByProcess = z.input<typeof fromProcess>;
