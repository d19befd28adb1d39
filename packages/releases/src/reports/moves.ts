import type { AuditEntry, ReadEntry } from '@carry/contracts/release';
import { newestFirst, parseAuditPath, readAudit } from '../pointers/live';
import type { Store } from '../stores/store';

const MAX_MOVES = 40;
const MOVES: readonly AuditEntry['action'][] = ['publish', 'promote', 'rollback', 'rolled-back'];

interface MovesQuery {
  versions: readonly string[];
  /** Revision of the live document. Entries with higher ones are false. */
  revision: number;
  paths: readonly string[];
}

/** Returns the entries that changed the live version, newest first, until each version has a verified one; reads at most 40 of them. */
export async function findMoves(
  store: Store,
  remote: string,
  { versions, revision, paths }: MovesQuery,
): Promise<ReadEntry[]> {
  const isMove = (path: string) =>
    MOVES.some((action) => path.endsWith(`Z-${action}-${remote}.json`)) &&
    (parseAuditPath(path)?.revision ?? 0) <= revision;
  const listed = newestFirst(paths.filter(isMove)).slice(0, MAX_MOVES);
  const missing = new Set<string | null>(versions);
  const moves: ReadEntry[] = [];
  for (let size = versions.length; listed.length > 0 && missing.size > 0; size *= 2) {
    const batch = await readAudit(store, remote, { paths: listed.splice(0, size) });
    moves.push(...batch.reverse());
    for (const { to, unverified } of batch) if (!unverified) missing.delete(to);
  }
  return moves;
}
