import path from 'node:path';
import { DirectoryStore, openStore, readLive } from '@carry/releases';
import { defaultDataFolder } from '../repository/workspace';
import { buildAll } from './build';
import type { Report } from './build-package';
import { type DistOf, publishChanged } from './publish-changed';

/** The store that the environment names, which builds never publish into, or null. */
export const namedStore = (): string | null => process.env['RELEASES_STORE']?.trim() || null;

/** Where releases are: what the environment names, or the folder of this checkout. */
export const storeLocation = () => namedStore() ?? path.join(defaultDataFolder, 'releases');

/** Builds what a start or a build needs, and publishes what changed only where nobody has named a store. */
export async function buildForStart(
  names?: readonly string[],
  report: Report = console.log,
): Promise<void> {
  const named = namedStore();
  await buildAll(report, named ? names : undefined);
  await publishBuilt(named, report);
}

/** Publishes the built remotes that changed to the store of this checkout; into a store that somebody has named, never. */
export async function publishBuilt(
  named: string | null,
  report: Report,
  ...built: [names?: readonly string[], distOf?: DistOf]
): Promise<void> {
  if (!named) return publishChanged(new DirectoryStore(storeLocation()), report, ...built);
  const live = await readLive(await openStore(named)).catch((error: Error) => error);
  if (live instanceof Error) report(`the store ${named} cannot be read (${live.message})`);
  else if (Object.keys(live.remotes).length > 0)
    report(`nothing is published: releases are in ${named}`);
  else
    report(
      `nothing is live in ${named}: publish each remote with 'npm run releases -- publish <remote>'`,
    );
}
