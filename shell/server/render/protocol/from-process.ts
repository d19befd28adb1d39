import { z } from 'zod';
import type { HeadElement } from '../../../universal/head/head-tags';
import { MAX_PATH, type Rendered } from './protocol';

/** Levels of loader data. JSON.parse accepts any number; JSON.stringify overflows the stack after some thousands. */
const MAX_LEVELS = 200;

const headElement: z.ZodType<HeadElement> = z.union([
  z.object({ tag: z.literal('title'), text: z.string() }),
  z.object({ tag: z.literal('json-ld'), text: z.string() }),
  z.object({ tag: z.enum(['meta', 'link']), attributes: z.record(z.string(), z.string()) }),
]);

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

const rendered = z.object({
  status: z.number().int().min(200).max(599),
  location: z.string().optional(),
  html: z.string(),
  head: z.array(headElement),
  loaderData: z
    .record(z.string(), z.unknown())
    .refine((data) => !isDeeper(data, MAX_LEVELS), `has more than ${MAX_LEVELS} levels`),
  frames: z.array(z.string().max(200)).max(20).optional(),
  complete: z.boolean(),
});

const id = z.number().int();
/** Messages from a render process. Any other message kills it. */
export const fromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('enter'), key: z.string() }),
  /** `rendered` is text from the realm; see {@link readRendered}. */
  z.object({ type: z.literal('rendered'), id, rendered: z.string() }),
  z.object({ type: z.literal('failed'), id, error: z.string() }),
  z.object({ type: z.literal('dropped'), id }),
  z.object({
    type: z.literal('read'),
    id,
    key: z.string(),
    path: z.string().max(MAX_PATH),
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

/** Returns the page in a realm's text, or an error: a release can replace the function that prints it. */
export function readRendered(text: string): Rendered | Error {
  const { data, error } = rendered.safeParse(parseJson(text));
  if (data) return data;
  const { path = [], message } = error.issues[0] ?? {};
  return new Error(`malformed page: ${path.map(String).join('.')} ${message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
