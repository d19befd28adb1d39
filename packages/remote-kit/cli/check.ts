import { checkFolder } from '@carry/releases';
import { withFolderLock } from './folder-lock';
import { assertKitFits, type PublicSite, readPublicSite } from './live-site/public-site';
import { prepare } from './pack';
import type { Project } from './project';
import { checkTypes } from './run';

export const assertFits = (
  name: string,
  dist: string,
  { live, ...site }: PublicSite,
): Promise<void> =>
  checkFolder(dist, { ...site, live: live?.filter((release) => release.name !== name) ?? null });

export async function check(project: Project): Promise<string> {
  if (!project.site)
    throw new Error(
      'no site to check against; add it to package.json: "carry": { "site": "https://…" }',
    );
  const site = await readPublicSite(project.site);
  assertKitFits(project, site);
  if (!project.pack) await checkTypes(project);
  await withFolderLock(project, async () => assertFits(project.name, await prepare(project), site));
  return `${project.name} is compatible with ${project.site}`;
}
