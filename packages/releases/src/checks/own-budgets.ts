import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BuildManifest } from '@carry/contracts/release';
import { refuseUnless } from '../errors/errors';
import { getChunkSize, overBudget } from './build';
import { parseManifest } from './build-manifest';

const gz = promisify(gzip);

/** Refuses a build if a chunk of its routes is over the remote's budget. Runs no code of the remote, so it goes first. */
export async function checkOwnBudgets(
  manifest: BuildManifest,
  read: (file: string) => Promise<Buffer | undefined>,
): Promise<void> {
  const { name, entry, expose, routes, slots = {}, budgets } = manifest;
  const parts = [
    ...Object.entries(routes).map(([id, loaded]) => ({ part: `route ${id}`, chunk: id, loaded })),
    ...Object.entries(slots).map(([slot, loaded]) => ({
      part: `slot ${slot}`,
      chunk: `slot-${slot}`,
      loaded,
    })),
  ];
  const files = new Set([entry, ...expose, ...parts.flatMap(({ loaded }) => loaded)]);
  const sizes = [...files].map(async (file) => {
    const content = await read(file);
    return [file, content ? (await gz(content, { level: 9 })).length : 0] as const;
  });
  const sizeByFile = Object.fromEntries(await Promise.all(sizes));
  for (const { part, chunk, loaded } of parts) {
    const budget = budgets[chunk] ?? budgets['*'] ?? Number.POSITIVE_INFINITY;
    const size = getChunkSize(manifest, loaded, sizeByFile);
    refuseUnless(size <= budget, overBudget({ name, part, size, budget }));
  }
}

export async function checkFolderBudgets(dist: string): Promise<void> {
  const file = path.join(dist, 'build.json');
  const manifest = parseManifest(file, await readFile(file));
  await checkOwnBudgets(manifest, (name) => readFile(path.join(dist, name)));
}
