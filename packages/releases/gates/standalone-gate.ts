import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildManifest } from '@carry/contracts/release';
import { samplePath } from '../src/artifacts/route-paths';
import type { Candidate } from '../src/checks/candidate';
import { ReleaseRefused } from '../src/errors/errors';
import type { GateTab } from './gate-tab';
import { serveFolder } from './serve-folder';

/** Returns true for a build of another tool, which shows the remote alone in its own way. */
async function isPacked(dist: string): Promise<boolean> {
  const text = await readFile(path.join(dist, 'build.json'), 'utf8');
  return (JSON.parse(text) as Partial<BuildManifest>).packed === true;
}

/** Opens a candidate's first page without a site, from its build in `dist`. A packed build has no such page. */
export async function standaloneGate(
  { record: { name, routes } }: Candidate,
  dist: string,
  { visit, until, settle }: GateTab,
): Promise<void> {
  if (await isPacked(dist)) return;
  const server = await serveFolder(path.join(dist, 'standalone'));
  const pathname = samplePath(routes[0]?.path ?? '/', null);
  const problems = await visit(server.url + pathname, async () => {
    await until("document.getElementById('root')?.textContent?.trim()");
    await settle();
  });
  server.close();
  if (problems.length > 0)
    throw new ReleaseRefused(
      `${name}: its standalone page ${pathname} fails (${problems[0]}); look at it with 'npm run dev'`,
    );
}
