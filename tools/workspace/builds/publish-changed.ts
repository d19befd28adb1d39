import path from 'node:path';
import {
  isQuarantined,
  type LivePointer,
  readAudit,
  readBuildVersion,
  readLive,
  type Store,
} from '@carry/releases';
import { installOwnSite } from '../repository/site';
import { remoteFolder, remotes } from '../repository/workspace';
import type { Report } from './build-package';
import { publishRemote } from './publish-remote';

/** Reason in the audit. A build that was live before counts as promoted there. */
const WHY = 'publish';

type DistOf = (remote: string) => string;

export interface BuiltRemotes {
  /** Default: all. */
  names?: readonly string[] | undefined;
  getDist?: DistOf;
}

/** Publishes the remotes whose build is not live, to a local store. Keeps and reports releases chosen by hand. */
export async function publishChanged(
  store: Store,
  report: Report,
  { names = remotes, getDist = defaultDist }: BuiltRemotes = {},
): Promise<void> {
  await installOwnSite(store);
  const { remotes: live } = await readLive(store);
  for (const remote of names) {
    const dist = getDist(remote);
    const built = await readBuildVersion(dist);
    const pointer = live[remote];
    const reason = pointer && (await keepReason(store, remote, { pointer, built }));
    if (reason && pointer.version !== built) {
      report(
        `${remote} stays at ${pointer.version}: ${reason}; 'npm run releases -- publish ${remote}' publishes ${built}`,
      );
      continue;
    }
    const outcome = reason
      ? 'unchanged'
      : (await publishRemote(remote, store, { dist, why: WHY })).outcome;
    report(`${outcome} ${remote}@${built}`);
  }
}

const defaultDist: DistOf = (remote) => path.join(remoteFolder(remote), 'dist');

async function keepReason(
  store: Store,
  remote: string,
  { pointer, built }: { pointer: LivePointer; built: string },
): Promise<string | null> {
  if (pointer.lock) return `${pointer.lock.who} locked it (${pointer.lock.why})`;
  if (pointer.canary && pointer.canary.percent > 0)
    return `a canary runs (${pointer.canary.version}, ${pointer.canary.percent} %)`;
  if (isQuarantined(pointer, built))
    return `${built} is in quarantine (${pointer.quarantine?.[built]?.why})`;
  const moves = (await readAudit(store, remote)).filter(({ action }) =>
    ['publish', 'promote', 'rollback', 'rolled-back'].includes(action),
  );
  const last = moves.at(-1);
  if (last?.action === 'rollback') return `${last.who} rolled it back (${last.why})`;
  const isByHand = last?.action === 'promote' && last.why !== WHY;
  return isByHand ? `${last.who} promoted it (${last.why})` : null;
}
