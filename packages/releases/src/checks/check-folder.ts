import type { Owners, Served } from '@carry/contracts/site';
import { checkBuild, readBuild } from './candidate';

/** All checks of a built remote that need neither a browser nor what else is live, against what a site says of itself. Throws {@link ReleaseRefused}. */
export async function checkFolder(
  dist: string,
  site: { serves: Served; owners: Owners },
): Promise<void> {
  await checkBuild(await readBuild(dist), 'none', { ...site, live: [] });
}
