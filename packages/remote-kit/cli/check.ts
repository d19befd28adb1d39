import path from 'node:path';
import { type Owners, owners, type Served, served } from '@carry/contracts/site';
import { checkFolder } from '@carry/releases/check-folder';
import type { Project } from './project';
import { build, checkTypes } from './run';

const BUDGET_MS = 15_000;

/** What a site says of itself to everybody. Throws where it cannot be read. */
async function readPublicSite(site: string): Promise<{ serves: Served; owners: Owners }> {
  const url = new URL('/_shell/site.json', site);
  const answer = await fetch(url, { signal: AbortSignal.timeout(BUDGET_MS) }).catch(
    (cause: Error) => {
      throw new Error(`${url} cannot be reached`, { cause });
    },
  );
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const answered = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
  const serves = served.safeParse(answered?.['serves']);
  const known = owners.safeParse(answered?.['owners']);
  if (!serves.success || !known.success)
    throw new Error(
      `${url} does not say what the site serves; whoever runs it can declare it with 'releases site serve'`,
    );
  return { serves: serves.data, owners: known.data };
}

/** Whether a site serves what a built remote needs; throws what it does not serve, with what changed. */
export const assertFits = async (dist: string, site: string): Promise<void> =>
  checkFolder(dist, await readPublicSite(site));

/** Types, build, and whether the site still serves what this remote needs; throws what it does not serve, with what changed. */
export async function check(project: Project): Promise<string> {
  await checkTypes(project);
  await build(project);
  if (!project.site)
    throw new Error(
      'package.json names no site to check against: "carry": { "site": "https://…" }',
    );
  await assertFits(path.join(project.folder, 'dist'), project.site);
  return `${project.name} is compatible with ${project.site}`;
}
