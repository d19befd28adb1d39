import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@carry/releases';
import type { Browser } from 'playwright';
import { buildAndPublish } from 'workspace/build';
import { measureEndurance } from './endurance';
import { measurePublish } from './publishing';
import { measureScale, REMOTES } from './scale';

const RUNS = 5;

const table = (head: string[], rows: string[][]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

/** Measures publishing, scale and endurance; answers them as a section of the results. */
export async function measureReleases(browser: Browser): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-bench-'));
  await buildAndPublish(new DirectoryStore(path.join(folder, 'releases')));
  const publish = await measurePublish(folder, RUNS);
  const scale = await measureScale(browser, folder, RUNS);
  const endurance = await measureEndurance(folder);
  rmSync(folder, { recursive: true, force: true });
  return `## Releases

Medians of ${RUNS}.

${table(['what', 'into the store', 'through a release server (ratio)'], publish)}

What \`/\` costs with more remotes published beside its own (ratio to ${REMOTES[0]} remotes), and the shell's resident memory:

${table(['published', 'HTML, bytes', 'JavaScript, gzip', 'first contentful paint', 'memory'], scale)}

A shell that is visited while releases are published one after the other:

${table(['', 'memory', 'file handles', 'threads'], endurance)}
`;
}
