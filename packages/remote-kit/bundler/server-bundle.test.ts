import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { RemoteModule, RemoteRoute, ShellApi } from '@carry/contracts/shell';
import { evaluateServerBundle } from '@carry/releases';
import { createRsbuild } from '@rsbuild/core';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { renderToReadableStream } from 'react-dom/server';
import * as router from 'react-router-dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverModules } from './common';
import { remoteConfig } from './federation';

let folder: string;
let code: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-server-bundle-'));
  symlinkSync(path.join(import.meta.dirname, '../node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "mf-text", "version": "0.1.0" }');
  writeFileSync(
    path.join(folder, 'src/remote.ts'),
    `import { createElement } from 'react';
    import variant from './vendor/variant';
    import { createRoot } from 'react-dom/client';
    import { LazyMarkdown, markdownReady } from '@carry/ui/lazy-markdown';
    const Component = () => createElement(LazyMarkdown, null, 'Play **bold**.');
    export default { contractVersion: 2, variant, createRoot, isWorker: self === globalThis, createRoutes: () => [{ path: '/', loader: markdownReady, Component }] };`,
  );
  mkdirSync(path.join(folder, 'src/vendor'));
  const vendor = {
    'package.json': '{ "name": "vendor", "browser": { "./variant.js": "./variant.browser.js" } }',
    'variant.js': "import fs from 'node:fs'; export default fs;",
    'variant.browser.js': "export default 'browser';",
  };
  for (const [file, text] of Object.entries(vendor))
    writeFileSync(path.join(folder, 'src/vendor', file), text);
  const { build } = await createRsbuild({
    cwd: folder,
    environment: ['node'],
    rsbuildConfig: { ...remoteConfig('mf-text', folder), logLevel: 'error' },
  });
  await build();
  code = readFileSync(path.join(folder, 'dist/server/remote.cjs'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function renderPage(remote: RemoteModule): Promise<string> {
  const [route] = remote.createRoutes({} as ShellApi) as [RemoteRoute];
  await (route.loader as () => Promise<void>)();
  const stream = await renderToReadableStream(React.createElement(route.Component as React.FC));
  await stream.allReady;
  return text(stream);
}

const shared = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': {},
  'react-dom/client': { createRoot: 'shared' },
  'react-router-dom': router,
};

test('uses the shell’s Markdown renderer, or falls back to plain text', async () => {
  const renderMarkdown = (source: string) => React.createElement('em', null, source);
  const [renderer = ''] = serverModules;
  const remote = evaluateServerBundle(code, {
    filename: 'mf-text',
    shared: {
      ...shared,
      [renderer]: { renderMarkdown },
    },
  });
  expect(await renderPage(remote)).toContain('<em>Play **bold**.</em>');
  const alone = evaluateServerBundle(code, { filename: 'mf-text', shared });
  for (const _ of ['first', 'second'])
    expect(await renderPage(alone)).toMatch(/<p class="[^"]*plain[^"]*">Play \*\*bold\*\*\.<\/p>/);
});

test('takes the browser variant of single files, and shares react-dom/client', () => {
  const remote = evaluateServerBundle(code, { filename: 'mf-text', shared });
  expect(remote).toMatchObject({ variant: 'browser', createRoot: 'shared', isWorker: true });
});
