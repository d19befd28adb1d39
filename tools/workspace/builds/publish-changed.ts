import path from 'node:path';
import {
  isQuarantined,
  type LivePointer,
  readAudit,
  readLive,
  type Store,
  versionOfBuild,
} from '@carry/releases';
import { installOwnSite } from '../repository/site';
import { remoteFolder, remotes } from '../repository/workspace';
import type { Report } from './build-package';
import { publishRemote } from './publish-remote';

/** Where a remote's build is. */
export type DistOf = (remote: string) => string;

/**
 * Publishes the built remotes that are not live as they are, to a store of this checkout. A remote whose live release
 * somebody has chosen by hand is left alone, with a sentence.
 */
export async function publishChanged(
  store: Store,
  report: Report,
  names: readonly string[] = remotes,
  distOf: DistOf = defaultDist,
): Promise<void> {
  await installOwnSite(store);
  const { remotes: live } = await readLive(store);
  for (const remote of names) {
    const dist = distOf(remote);
    const built = await versionOfBuild(dist);
    const pointer = live[remote];
    const choice = pointer && (await choiceByHand(store, remote, pointer, built));
    if (choice && pointer.version !== built) {
      report(
        `${remote} stays at ${pointer.version}: ${choice}; 'npm run releases -- publish ${remote}' publishes ${built}`,
      );
      continue;
    }
    const outcome = choice
      ? 'unchanged'
      : (await publishRemote(remote, store, undefined, dist)).outcome;
    report(`${outcome} ${remote}@${built}`);
  }
}

const defaultDist: DistOf = (remote) => path.join(remoteFolder(remote), 'dist');

/** Why what is live of a remote is not for a build to change, or null. */
async function choiceByHand(
  store: Store,
  remote: string,
  pointer: LivePointer,
  built: string,
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
  return last?.action === 'promote' ? `${last.who} promoted it (${last.why})` : null;
}
