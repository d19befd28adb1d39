import { type AuditEntry, auditEntry } from '@carry/contracts/release';
import { z } from 'zod';
import { encode, parseDocument } from '../documents/document';
import { ReleaseConflict } from '../errors/errors';
import type { Store } from '../stores/store';
import { position } from './position';

const FOLDER = 'events';
const MAX_ATTEMPTS = 30;
/** Dead letters of a target; unsent ones go first, then the oldest. */
const MAX_DEAD = 500;

/** Release servers of a newer version may queue further actions. */
const action = z.string().transform((name) => name as AuditEntry['action']);

const queued = z.object({
  id: z.string(),
  entry: auditEntry.extend({
    action,
    unverified: z.literal(true).optional(),
    unsigned: z.literal(true).optional(),
  }),
  attempts: z.number().int().nonnegative(),
});
export type Queued = z.infer<typeof queued>;

const deadLetter = queued.extend({ error: z.string(), at: z.iso.datetime() });
export type DeadLetter = z.infer<typeof deadLetter>;

/** Events of one target: `<store>/events/<target>.json`, updated by compare-and-swap. Contains no address. */
const outboxDocument = z.object({
  target: z.string(),
  /** Release server that delivers. It raises `beat`; others take over when that stands still. */
  lease: z.object({ holder: z.string(), beat: z.number().int() }).nullable(),
  /** Changes up to here were queued. */
  position,
  queue: z.array(queued),
  dead: z.array(deadLetter),
});
export type OutboxDocument = z.infer<typeof outboxDocument>;

const getPath = (target: string) => `${FOLDER}/${target}.json`;

const read = (path: string, content: Buffer): OutboxDocument =>
  parseDocument(path, outboxDocument, content);

export async function readOutbox(store: Store, target: string): Promise<OutboxDocument | null> {
  const content = await store.read(getPath(target));
  return content && read(getPath(target), content);
}

/** Changes an outbox by compare-and-swap. `change` returns null to leave it; it runs again after a lost race. */
export async function changeOutbox(
  store: Store,
  target: string,
  change: (outbox: OutboxDocument | null) => OutboxDocument | null,
): Promise<OutboxDocument | null> {
  const path = getPath(target);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const content = await store.read(path);
    const before = content && read(path, content);
    const after = change(before);
    if (!after) return before;
    if (await store.compareAndSwap(path, content, encode(after))) return after;
  }
  throw new ReleaseConflict(`${path} changes too often; try again`);
}

interface Burial {
  attempts: number;
  error: string;
  at: Date;
}

export function bury(
  outbox: OutboxDocument,
  { id, ...burial }: Burial & { id: string },
): OutboxDocument {
  const letter = outbox.queue.find((event) => event.id === id);
  if (!letter) return outbox;
  const queue = outbox.queue.filter((event) => event.id !== id);
  return addDead({ ...outbox, queue }, [letter], burial);
}

export function addDead(
  outbox: OutboxDocument,
  events: readonly Queued[],
  { attempts, error, at }: Burial,
): OutboxDocument {
  const death = { attempts, error: error.slice(0, 300), at: at.toISOString() };
  const dead = [...outbox.dead, ...events.map((event) => ({ ...event, ...death }))];
  return { ...outbox, dead: dropExcess(dead) };
}

/** Drops events that were too old to send before those that a receiver refused, so a long outage does not evict these. */
function dropExcess(letters: readonly DeadLetter[]): DeadLetter[] {
  const excess = letters.length - MAX_DEAD;
  if (excess <= 0) return [...letters];
  const unsent = letters.filter(({ attempts }) => attempts === 0);
  const dropped = new Set(unsent.slice(0, excess));
  return letters.filter((letter) => !dropped.has(letter)).slice(-MAX_DEAD);
}

/** Returns the outboxes of all targets that were ever configured, by id. */
export async function readOutboxes(store: Store): Promise<Map<string, OutboxDocument>> {
  const ids = (await store.list(FOLDER)).map((path) => path.slice(FOLDER.length + 1, -5)); // .json
  const outboxes = await Promise.all(
    ids.map(async (id) => [id, await readOutbox(store, id)] as const),
  );
  return new Map(outboxes.flatMap(([id, outbox]) => (outbox ? [[id, outbox] as const] : [])));
}
