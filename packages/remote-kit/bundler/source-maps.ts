import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RsbuildPlugin } from '@rsbuild/core';

const pack = promisify(gzip);

export const hiddenMaps = { js: 'hidden-source-map', css: false } as const;

export const sourceMapsPlugin = (folders: readonly string[]): RsbuildPlugin => ({
  name: 'carry:source-maps',
  setup(api) {
    api.onAfterBuild(async () => {
      const { distPath } = api.context;
      const maps = path.join(distPath, 'maps');
      rmSync(maps, { recursive: true, force: true });
      await Promise.all(folders.map((folder) => extractMaps(distPath, folder, maps)));
    });
  },
});

async function extractMaps(dist: string, folder: string, maps: string): Promise<void> {
  const from = path.join(dist, folder);
  if (!existsSync(from)) return;
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' });
  const moves = files
    .filter((name) => name.endsWith('.map'))
    .map(async (file) => {
      const target = path.join(maps, folder, `${file}.gz`);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, await pack(readFileSync(path.join(from, file))));
      rmSync(path.join(from, file));
    });
  await Promise.all(moves);
}
