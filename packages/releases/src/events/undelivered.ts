import { ReleaseRefused } from '../errors/errors';
import type { ResendOrder, Resent, Store } from '../stores/store';
import {
  changeOutbox,
  type DeadLetter,
  type OutboxDocument,
  type Queued,
  readOutboxes,
} from './outbox';

export interface Undelivered extends DeadLetter {
  target: string;
}

function undelivered({ dead, queue, lease }: OutboxDocument): DeadLetter[] {
  if (lease) return dead;
  const waiting = queue.map((event) => ({
    ...event,
    error: 'no release server sends to this target',
    at: event.entry.at,
  }));
  return [...dead, ...waiting];
}

const choose = (outbox: OutboxDocument, id: string): DeadLetter[] =>
  undelivered(outbox).filter((letter) => id === 'all' || letter.id === id);

export async function listUndelivered(store: Store): Promise<Undelivered[]> {
  const outboxes = [...(await readOutboxes(store)).values()];
  return outboxes.flatMap((outbox) =>
    undelivered(outbox).map((letter) => ({ ...letter, target: outbox.target })),
  );
}

/** Queues undelivered events again; those of a target without a server stay, or move to `target`. Throws {@link ReleaseRefused} if there is none. */
export async function resendEvents(store: Store, { id, target }: ResendOrder): Promise<Resent> {
  const outboxes = await readOutboxes(store);
  const destination = target === undefined ? null : findTarget(outboxes, target);
  const done: Resent = { resent: 0, left: [] };
  for (const [name, outbox] of outboxes) {
    const events = choose(outbox, id).length;
    if (events === 0) continue;
    const to = outbox.lease ? name : destination;
    if (to) done.resent += await move(store, { id, from: name, to });
    else done.left.push({ target: outbox.target, events });
  }
  if (done.left.length > 0 && done.resent === 0) throw new ReleaseRefused(describeLeft(done.left));
  if (done.resent === 0)
    throw new ReleaseRefused(
      id === 'all'
        ? 'no event waits to be resent'
        : `no event '${id}' waits to be resent; see 'releases events dead'`,
    );
  return done;
}

export const describeLeft = (left: Resent['left']): string =>
  left
    .map(
      ({ target, events }) =>
        `no release server sends to ${target}, so ${events === 1 ? 'its event stays' : `its ${events} events stay`}; --target sends them to another`,
    )
    .join('\n');

function findTarget(outboxes: ReadonlyMap<string, OutboxDocument>, name: string): string {
  const served = [...outboxes].filter(([, { lease }]) => lease);
  const matching = served.filter(
    ([, { target }]) => target === name || target.endsWith(` (${name})`),
  );
  const [only, another] = matching;
  if (only && !another) return only[0];
  const names = served.map(([, { target }]) => target).join(', ') || 'none';
  throw new ReleaseRefused(`no target '${name}'; release servers send to: ${names}`);
}

interface Move {
  id: string;
  from: string;
  to: string;
}

/** Puts chosen events in front of a queue. Returns how many. A crash between two targets repeats them. */
async function move(store: Store, { id, from, to }: Move): Promise<number> {
  let chosen: DeadLetter[] = [];
  await changeOutbox(store, from, (outbox) => {
    chosen = outbox ? choose(outbox, id) : [];
    return outbox && from === to ? enqueue(remove(outbox, chosen), chosen) : null;
  });
  if (from === to) return chosen.length;
  await changeOutbox(store, to, (outbox) => outbox && enqueue(outbox, chosen));
  await changeOutbox(store, from, (outbox) => outbox && remove(outbox, chosen));
  return chosen.length;
}

const without = <T extends Queued>(events: readonly T[], dropped: readonly Queued[]): T[] => {
  const ids = new Set(dropped.map(({ id }) => id));
  return events.filter(({ id }) => !ids.has(id));
};

const remove = (outbox: OutboxDocument, events: readonly Queued[]): OutboxDocument => ({
  ...outbox,
  queue: outbox.lease ? outbox.queue : without(outbox.queue, events),
  dead: without(outbox.dead, events),
});

function enqueue(outbox: OutboxDocument, letters: readonly DeadLetter[]): OutboxDocument {
  const events = letters.map(({ id, entry }): Queued => ({ id, entry, attempts: 0 }));
  return { ...outbox, queue: [...events, ...without(outbox.queue, events)] };
}
