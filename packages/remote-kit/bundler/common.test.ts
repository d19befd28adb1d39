import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SUPPORTED_BROWSERS } from '@carry/contracts/browsers';
import { releaseRecord } from '@carry/contracts/release';
import { createRsbuild, type Rspack, rspack } from '@rsbuild/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { common, nodeOutput, withoutDocument } from './common';
import { sortedIntegrityPlugin } from './sorted-integrity';

const sharedUi = path.join(import.meta.dirname, '../../../shared-ui');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-common-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(resolve: Rspack.ResolveOptions): Promise<string> {
  const compiler = rspack({
    context: sharedUi,
    mode: 'production',
    entry: 'react-markdown',
    devtool: false,
    resolve,
    externals: { react: 'var null', 'react/jsx-runtime': 'var null' },
    output: { path: folder, filename: 'bundle.js', library: { type: 'commonjs2' } },
  });
  const stats = await new Promise<Rspack.Stats>((done, fail) =>
    compiler.run((error, stats) => (stats && !error ? done(stats) : fail(error))),
  );
  if (stats.hasErrors()) throw new Error(stats.toString());
  await new Promise((closed) => compiler.close(closed));
  return readFileSync(path.join(folder, 'bundle.js'), 'utf8');
}

test('bundles the Markdown build that decodes entities without innerHTML', async () => {
  expect(await bundle({})).toContain('.innerHTML=');
  expect(await bundle(withoutDocument)).not.toContain('.innerHTML=');
});

test('targets the supported browsers, and Node for server bundles', async () => {
  const rsbuild = await createRsbuild({
    cwd: folder,
    rsbuildConfig: {
      ...common('mf-a'),
      environments: {
        web: { source: { entry: {} } },
        node: { source: { entry: {} }, output: nodeOutput('dist/server') },
      },
    },
  });
  await rsbuild.inspectConfig();
  const { environments } = rsbuild.getNormalizedConfig() as {
    environments: Record<string, { output: { overrideBrowserslist: string[] } }>;
  };
  expect(environments['web']?.output.overrideBrowserslist).toEqual(SUPPORTED_BROWSERS);
  expect(environments['node']?.output.overrideBrowserslist).toEqual(['node >= 20.19']);
});

test('writes the notices of third parties beside each script, and links them', async () => {
  writeFileSync(path.join(folder, 'index.js'), "import('./library.js').then(console.log);");
  writeFileSync(
    path.join(folder, 'library.js'),
    '/** @license Copyright (c) The Library */\nexport const answer = Math.random();',
  );
  const source = { entry: { index: './index.js' } };
  const rsbuild = await createRsbuild({
    cwd: folder,
    rsbuildConfig: {
      ...common('mf-a'),
      mode: 'production',
      plugins: [sortedIntegrityPlugin()],
      environments: {
        web: { source, security: { sri: { enable: true } }, output: { assetPrefix: '/' } },
        node: { source, output: nodeOutput('dist/server') },
      },
    },
  });
  await rsbuild.build();
  const built = readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  const read = (file: string) => readFileSync(path.join(folder, 'dist', file), 'utf8');
  const [notices = '', ...others] = built.filter((file) => file.endsWith('.LICENSE.txt'));
  expect(others).toEqual([]);
  expect(read(notices)).toContain('Copyright (c) The Library');
  const script = notices.slice(0, -'.LICENSE.txt'.length);
  expect(read(script)).toContain(`${path.basename(notices)} */`);
  const index = built.find((file) => /js\/index\.\w+\.js$/.test(file)) ?? '';
  expect(read(index)).toContain(
    `sha384-${createHash('sha384').update(read(script)).digest('base64')}`,
  );
});

const NAMES = [
  'flags@2x.png',
  'Inter[wght].woff2',
  'my logo.svg',
  'a..b.mp4',
  'c..png',
  'plain.png',
  '[name].txt',
];

test('names assets with the characters that a release accepts', async () => {
  const imports = NAMES.map((name) => `new URL(${JSON.stringify(`./${name}`)}, import.meta.url)`);
  for (const name of NAMES) writeFileSync(path.join(folder, name), name);
  writeFileSync(path.join(folder, 'index.js'), `console.log(${imports.join()})`);
  const rsbuild = await createRsbuild({
    cwd: folder,
    rsbuildConfig: { ...common('mf-a'), source: { entry: { index: './index.js' } } },
  });
  await rsbuild.build();
  const built = readdirSync(path.join(folder, 'dist/static'), { recursive: true, encoding: 'utf8' })
    .map((file) => `web/static/${file}`)
    .filter((file) => /\.(?!js)\w+$/.test(file));
  expect(built.map((file) => path.basename(file).replace(/\.[a-f0-9]{10}\./, '.')).sort()).toEqual([
    '-name-.txt',
    'Inter-wght-.woff2',
    'a-.b.mp4',
    'c-.png',
    'flags-2x.png',
    'my-logo.svg',
    'plain.png',
  ]);
  for (const file of built) expect(releaseRecord.shape.entry.parse(file)).toBe(file);
});
