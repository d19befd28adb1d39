import { type Owners, owners, type Served, served } from '@carry/contracts/site';
import { checkFolder } from '@carry/releases';
import { prepare } from './prepare';
import type { Project } from './project';
import { checkTypes } from './run';

const BUDGET_MS = 15_000;

async function readPublicSite(site: string): Promise<{ serves: Served; owners: Owners }> {
  const url = new URL('/_shell/site.json', site);
  const response = await fetch(url, { signal: AbortSignal.timeout(BUDGET_MS) }).catch(
    (cause: Error) => {
      throw new Error(`cannot reach ${url}`, { cause });
    },
  );
  if (!response.ok) throw new Error(`GET ${url} failed with status ${response.status}`);
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const serves = served.safeParse(body?.['serves']);
  const siteOwners = owners.safeParse(body?.['owners']);
  if (!serves.success || !siteOwners.success)
    throw new Error(
      `${url} does not list what the site serves; its operator can publish the list with 'releases site serve'`,
    );
  return { serves: serves.data, owners: siteOwners.data };
}

/** Resolves if a site supports a built remote. Throws what it does not support, with the changes. */
export const assertFits = async (dist: string, site: string): Promise<void> =>
  checkFolder(dist, await readPublicSite(site));

export async function check(project: Project): Promise<string> {
  if (!project.pack) await checkTypes(project);
  const dist = await prepare(project);
  if (!project.site)
    throw new Error(
      'no site to check against; add it to package.json: "carry": { "site": "https://…" }',
    );
  await assertFits(dist, project.site);
  return `${project.name} is compatible with ${project.site}`;
}
