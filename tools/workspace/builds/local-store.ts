import path from 'node:path';
import { DirectoryStore, openStore, readLive } from '@carry/releases';
import { defaultDataFolder } from '../repository/workspace';
import { buildAll } from './build';
import type { Report } from './build-package';
import { type BuiltRemotes, publishChanged } from './publish-changed';

/** Returns the store of RELEASES_STORE, or null. Builds never publish into it. */
export const namedStore = (): string | null => process.env['RELEASES_STORE']?.trim() || null;

export const storeLocation = () => namedStore() ?? path.join(defaultDataFolder, 'releases');

export async function buildForStart(
  names?: readonly string[],
  report: Report = console.log,
): Promise<void> {
  const external = namedStore();
  await buildAll(report, external ? names : undefined);
  await publishBuilt(external, report);
}

/** Publishes changed remotes to the local store. Never publishes to an external store; reports its state instead. */
export async function publishBuilt(
  external: string | null,
  report: Report,
  built?: BuiltRemotes,
): Promise<void> {
  if (!external) return publishChanged(new DirectoryStore(storeLocation()), report, built);
  const live = await readLive(await openStore(external)).catch((error: Error) => error);
  if (live instanceof Error) report(`cannot read the release store ${external}: ${live.message}`);
  else if (Object.keys(live.remotes).length > 0)
    report(`skipped publishing: RELEASES_STORE is ${external}`);
  else
    report(
      `${external} has no live releases; publish each remote: npm run releases -- publish <remote>`,
    );
}
