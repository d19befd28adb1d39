import path from 'node:path';
import { samplePath } from '../src/artifacts/sample-path';
import type { Candidate } from '../src/checks/candidate';
import { ReleaseRefused } from '../src/errors/errors';
import type { GateTab } from './gate-tab';
import { serveFolder } from './serve-folder';

/** Opens a candidate's first page without a site, from its build in `dist`. */
export async function standaloneGate(
  { record: { name, routes } }: Candidate,
  dist: string,
  { visit, until, settle }: GateTab,
): Promise<void> {
  const server = await serveFolder(path.join(dist, 'standalone'));
  const pathname = samplePath(routes[0]?.path ?? '/', null);
  const problems = await visit(server.url + pathname, async () => {
    await until("document.getElementById('root')?.textContent?.trim()");
    await settle();
  });
  server.close();
  if (problems.length > 0)
    throw new ReleaseRefused(
      `${name}: its standalone page ${pathname} fails (${problems[0]}); look at it with 'pnpm dev ${name}'`,
    );
}
