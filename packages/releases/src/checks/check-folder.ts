import type { Owners, Served } from '@carry/contracts/site';
import { checkBuild, readBuild } from './candidate';

/** Runs all checks of a built remote that need no browser and no other live release. Throws {@link ReleaseRefused}. */
export async function checkFolder(
  dist: string,
  site: { serves: Served; owners: Owners },
): Promise<void> {
  await checkBuild({
    build: await readBuild(dist),
    commit: 'none',
    context: { ...site, live: [] },
  });
}
