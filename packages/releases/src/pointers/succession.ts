import type { AuditEntry, LiveDocument } from '@carry/contracts/release';
import { assertRetired } from '../signing/orders';
import { mustBeSigned, type Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import { listAudit, newestFirst, parseAuditPath, readAudit, readLive } from './live';

/** Newest entries of a remote that are read; those of actions of newer versions are skipped. */
const MAX_LAST = 10;

/** A live document that does not follow from its audit log. */
export class UnexplainedChange extends Error {
  override readonly name = 'UnexplainedChange';
}

interface Options {
  /** Trusted keys: a signed remote is retired only by a signed tombstone, never by an audit entry. */
  trust?: Trust;
  onIgnored?(remote: string, why: string): void;
}

/**
 * Returns the live document, checked against the previous one; keeps signed remotes without a signed tombstone. Throws {@link UnexplainedChange}
 * if an unsigned remote has no audit entry of its end, or the revision went back without the audit log, unlike in a restored store.
 */
export async function readLiveAfter(
  store: Store,
  lastLive: LiveDocument | null,
  { trust, onIgnored = () => {} }: Options = {},
): Promise<LiveDocument> {
  const read = await readLive(store);
  if (!lastLive) return read;
  if (read.revision === 0 && lastLive.revision > 0)
    throw new UnexplainedChange(`live.json is gone; its last revision was ${lastLive.revision}`);
  const kept = trust ? unretired({ live: read, lastLive, trust, onIgnored }) : {};
  const live = { ...read, remotes: { ...read.remotes, ...kept } };
  if (live.revision === lastLive.revision) return live;
  const lost = Object.keys(lastLive.remotes).filter(
    (name) => !Object.hasOwn(live.remotes, name) && !(trust && mustBeSigned(trust, name)),
  );
  if (lost.length === 0 && live.revision > lastLive.revision) return live;
  const paths = (await listAudit(store)).filter((path) => parseAuditPath(path)?.revision != null);
  const newest = Math.max(
    live.change?.revision ?? 0, // the writer may have crashed before writing the entry
    parseAuditPath(newestFirst(paths)[0] ?? '')?.revision ?? 0,
  );
  if (live.revision < lastLive.revision && newest !== live.revision)
    throw new UnexplainedChange(
      `live.json went back from revision ${lastLive.revision} to ${live.revision} without the audit log`,
    );
  const lastActions = await Promise.all(
    lost.map((name) => findLastAction(store, name, { live, paths })),
  );
  const unexplained = lost.filter((_, index) => lastActions[index] !== 'retire');
  if (unexplained.length > 0)
    throw new UnexplainedChange(
      `live.json lacks ${unexplained.join(', ')}, but no audit entry retires it`,
    );
  return live;
}

async function findLastAction(
  store: Store,
  name: string,
  { live: { change }, paths }: { live: LiveDocument; paths: readonly string[] },
): Promise<AuditEntry['action'] | undefined> {
  if (change?.remote === name) return change.action;
  const entries = await readAudit(store, name, { limit: MAX_LAST, paths });
  return entries.findLast(({ revision }) => revision)?.action;
}

function unretired({
  live,
  lastLive,
  trust,
  onIgnored,
}: {
  live: LiveDocument;
  lastLive: LiveDocument;
  trust: Trust;
  onIgnored: NonNullable<Options['onIgnored']>;
}): LiveDocument['remotes'] {
  const missing = Object.entries(lastLive.remotes).filter(
    ([name]) => !Object.hasOwn(live.remotes, name) && mustBeSigned(trust, name),
  );
  return Object.fromEntries(
    missing.filter(([name, pointer]) => {
      try {
        assertRetired(name, live, { trust, knownRevision: pointer.order?.revision });
        return false;
      } catch (error) {
        onIgnored(name, (error as Error).message);
        return true;
      }
    }),
  );
}
