import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RsbuildPlugin } from '@rsbuild/core';

/** A build's source maps, of which its files say nothing. */
export const hiddenMaps = { js: 'hidden-source-map', css: false } as const;

/** Takes the source maps out of what is shipped: they lie packed in `maps/`, under the names of their files. */
export const sourceMapsPlugin = (folders: readonly string[]): RsbuildPlugin => ({
  name: 'carry:source-maps',
  setup(api) {
    api.onAfterBuild(() => {
      const { distPath } = api.context;
      const maps = path.join(distPath, 'maps');
      rmSync(maps, { recursive: true, force: true });
      for (const folder of folders) extractMaps(distPath, folder, maps);
    });
  },
});

function extractMaps(dist: string, folder: string, maps: string): void {
  const from = path.join(dist, folder);
  if (!existsSync(from)) return; // an environment that was not built
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.map'))) {
    const target = path.join(maps, folder, `${file}.gz`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, gzipSync(readFileSync(path.join(from, file)), { level: 9 }));
    rmSync(path.join(from, file));
  }
}
