import type { LiveDocument } from '@carry/contracts/release';
import { assertRetired } from '../signing/orders';
import { mustBeSigned, type Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import { readAudit, readLive } from './live';

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
 * Returns the live document, checked against the previous one. Keeps signed remotes that disappeared without a signed tombstone.
 * Throws {@link UnexplainedChange} if an unsigned remote disappeared without an audit entry, and if the revision went back while the
 * audit log did not (both go back if the whole store was restored).
 */
export async function readLiveAfter(
  store: Store,
  known: LiveDocument | null,
  { trust, onIgnored = () => {} }: Options = {},
): Promise<LiveDocument> {
  const read = await readLive(store);
  if (!known) return read;
  if (read.revision === 0 && known.revision > 0)
    throw new UnexplainedChange(`live.json is gone; its last revision was ${known.revision}`);
  const kept = trust ? unretired({ live: read, known, trust, onIgnored }) : {};
  const live = { ...read, remotes: { ...read.remotes, ...kept } };
  if (live.revision === known.revision) return live;
  const lost = Object.keys(known.remotes).filter(
    (name) => !Object.hasOwn(live.remotes, name) && !(trust && mustBeSigned(trust, name)),
  );
  if (lost.length === 0 && live.revision > known.revision) return live;
  const audit = [...(await readAudit(store)), ...(live.change ? [live.change] : [])]; // the writer may have crashed before writing it
  const newest = Math.max(0, ...audit.map(({ revision = 0 }) => revision));
  if (live.revision < known.revision && newest !== live.revision)
    throw new UnexplainedChange(
      `live.json went back from revision ${known.revision} to ${live.revision} without the audit log`,
    );
  const unexplained = lost.filter(
    (name) =>
      audit.findLast(({ remote, revision }) => remote === name && revision)?.action !== 'retire',
  );
  if (unexplained.length > 0)
    throw new UnexplainedChange(
      `live.json lacks ${unexplained.join(', ')}, but no audit entry retires it`,
    );
  return live;
}

/** Returns the previous pointers of signed remotes that disappeared without a signed tombstone. */
function unretired({
  live,
  known,
  trust,
  onIgnored,
}: {
  live: LiveDocument;
  known: LiveDocument;
  trust: Trust;
  onIgnored: NonNullable<Options['onIgnored']>;
}): LiveDocument['remotes'] {
  const missing = Object.entries(known.remotes).filter(
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
