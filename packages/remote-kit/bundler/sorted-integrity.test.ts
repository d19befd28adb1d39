import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sortedIntegrityPlugin } from './sorted-integrity';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'carry-integrity-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('lists the integrity of chunks by their names', async () => {
  const names = ['quick', 'able', 'zeal', 'moor', 'cope', '7up', '10th', 'bask', 'yes', 'noon'];
  mkdirSync(path.join(root, 'src'));
  for (const name of names)
    writeFileSync(path.join(root, `src/${name}.js`), `export default '${name}';`);
  const loads = names.map(
    (name) => `import(/* webpackChunkName: "${name}" */ './${name}.js').then(console.log);`,
  );
  writeFileSync(path.join(root, 'src/index.js'), loads.join('\n'));
  const { build } = await createRsbuild({
    cwd: root,
    config: {
      mode: 'production',
      logLevel: 'silent',
      security: { sri: { enable: true } },
      source: { entry: { index: './src/index.js' } },
      output: { assetPrefix: '/', sourceMap: { js: 'hidden-source-map' } },
      tools: { rspack: { optimization: { chunkIds: 'named' } } },
      plugins: [sortedIntegrityPlugin()],
    },
  });
  await (await build()).close();
  const folder = path.join(root, 'dist/static/js');
  const scripts = readdirSync(folder).filter((file) => /^index\..*\.js$/.test(file));
  const code = scripts.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('');
  const map = /\.sriHashes\s*=\s*\{([^}]+)\}/.exec(code)?.[1] ?? '';
  const listed = [...map.matchAll(/"?([\w]+)"?:\s*"sha/g)].map(([, name]) => name);
  expect(listed).toEqual(names.toSorted());
  expect(map).not.toContain('*-*-*');
});
