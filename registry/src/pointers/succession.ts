import type { LiveDocument } from '@carry/contracts/release';
import type { Store } from '../stores/store';
import { readAudit, readLive } from './live';

/** What a store says is live although its audit log does not lead there. */
export class UnexplainedChange extends Error {
  override readonly name = 'UnexplainedChange';
}

/**
 * What is live, for whoever knows what was live before: throws {@link UnexplainedChange} when a remote is gone that nobody has
 * retired, and when the revision went back while the audit log did not (the whole store was restored if both did).
 */
export async function readLiveAfter(
  store: Store,
  known: LiveDocument | null,
): Promise<LiveDocument> {
  const live = await readLive(store);
  if (!known || live.revision === known.revision) return live;
  const lost = Object.keys(known.remotes).filter((name) => !Object.hasOwn(live.remotes, name));
  if (lost.length === 0 && live.revision > known.revision) return live;
  const audit = [...(await readAudit(store)), ...(live.change ? [live.change] : [])]; // its writer may not have come to it
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
      `live.json has lost ${unexplained.join(', ')}, and no audit entry says who retired it`,
    );
  return live;
}
