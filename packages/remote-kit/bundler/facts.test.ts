import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Rspack, rspack } from '@rsbuild/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBuildFacts } from './facts';

const ROUTER = 'react-router-dom';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-facts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A remote's two builds: web consumes shared modules, server requires them. */
const builds: Record<string, Rspack.Configuration> = {
  web: {
    plugins: [
      new rspack.sharing.ConsumeSharedPlugin({
        enhanced: true,
        consumes: { [ROUTER]: { import: false, singleton: true, requiredVersion: '^7.18.0' } },
      }),
    ],
  },
  server: {
    target: 'node',
    externals: { [ROUTER]: `commonjs2 ${ROUTER}` },
    output: { library: { type: 'commonjs2' } },
  },
};

function write(file: string, content: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

async function buildFacts(kind: string, code: string) {
  write('remote.js', code);
  const compiler = rspack({
    context: folder,
    mode: 'production',
    entry: './remote.js',
    devtool: false,
    ...builds[kind],
    output: { path: folder, ...builds[kind]?.output },
  });
  try {
    return await new Promise<ReturnType<typeof readBuildFacts>>((resolve, reject) =>
      compiler.run((error, stats) => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString()));
        else resolve(readBuildFacts(stats.compilation, [ROUTER]));
      }),
    );
  } finally {
    await new Promise((resolve) => compiler.close(resolve));
  }
}

describe.each(Object.keys(builds))('in the %s build', (kind) => {
  test.each([
    ['a name', `import { useSubmit } from 'react-router-dom'; globalThis.x = useSubmit;`],
    [
      'another local name',
      `import { useSubmit as send } from 'react-router-dom'; globalThis.x = send;`,
    ],
    [
      'a member of the namespace',
      `import * as router from 'react-router-dom'; globalThis.x = router.useSubmit;`,
    ],
    [
      'a computed member with a literal name',
      `import * as router from 'react-router-dom'; globalThis.x = router['useSubmit'];`,
    ],
    ['a re-export', `export { useSubmit } from 'react-router-dom';`],
    ['a re-export under another name', `export { useSubmit as send } from 'react-router-dom';`],
    ['a concatenated module', "import { send } from './inner'; globalThis.x = send;"],
    ['a lazy module', "globalThis.x = () => import('./inner');"],
    ['a CommonJS export', "import * as inner from './inner.cjs'; globalThis.x = inner;"],
  ])('finds useSubmit in %s', { tags: ['@fault-11.23'] }, async (_, code) => {
    write(
      'inner.js',
      `import { useSubmit } from 'react-router-dom'; export const send = () => useSubmit();`,
    );
    write('inner.cjs', `module.exports = require('react-router-dom').useSubmit;`);
    expect((await buildFacts(kind, code)).imports[ROUTER]).toEqual(['useSubmit']);
  });

  test.each([
    ['an escaping namespace', `import * as router from 'react-router-dom'; globalThis.x = router;`],
    [
      'a computed name',
      `import * as router from 'react-router-dom'; globalThis.x = router[globalThis.name];`,
    ],
    [
      'a destructured namespace',
      `import * as router from 'react-router-dom'; const { useSubmit } = router; globalThis.x = useSubmit;`,
    ],
    ['a re-export of all', `export * from 'react-router-dom';`],
    ['a re-export of all under a name', `export * as router from 'react-router-dom';`],
    [
      'an import at run time',
      `globalThis.x = () => import('react-router-dom').then(({ useSubmit }) => useSubmit);`,
    ],
    ['a require', `globalThis.x = () => require('react-router-dom');`],
    ['a member of a require', `globalThis.x = () => require('react-router-dom').useSubmit;`],
  ])('reports * or the name for %s', { tags: ['@fault-11.23'] }, async (_, code) => {
    const names = (await buildFacts(kind, code)).imports[ROUTER] ?? [];
    expect(names.includes('*') || names.includes('useSubmit')).toBe(true);
  });

  test('lists used imports and bundled packages only', async () => {
    write('node_modules/left/index.js', 'export const left = () => globalThis.y;');
    write('node_modules/@scope/right/package.json', '{"name":"@scope/right","main":"main.js"}');
    write(
      'node_modules/@scope/right/main.js',
      "import { left } from 'left'; export const right = left;",
    );
    write(
      'node_modules/@scope/right/node_modules/left/index.js',
      'export const left = () => globalThis.z;',
    );
    const facts = await buildFacts(
      kind,
      `import { Link } from 'react-router-dom'; import { right } from '@scope/right'; globalThis.x = [Link, right()];`,
    );
    expect(facts).toMatchObject({
      imports: { [ROUTER]: ['Link'] },
      packages: ['@scope/right', 'left'],
    });
  });

  test('names the places that import a package', async () => {
    write('node_modules/left/index.js', 'export const left = () => globalThis.y;');
    write('node_modules/@scope/right/package.json', '{"name":"@scope/right","main":"main.js"}');
    write(
      'node_modules/@scope/right/main.js',
      '\nimport { left } from "left"; export const right = left;',
    );
    write(
      'src/page.js',
      "// shows '@scope/right'\nconst name = '@scope/right';\nimport { right } from '@scope/right'; export const page = [right, name];",
    );
    const { importers } = await buildFacts(
      kind,
      "import { page } from './src/page'; globalThis.x = () => page();",
    );
    expect(importers).toEqual({
      '@scope/right': ['src/page.js:3'],
      left: ['node_modules/@scope/right/main.js:2', 'src/page.js:3'],
    });
  });

  test('names no place for a package that only a data: URL imports', async () => {
    write('node_modules/left/index.js', 'export const left = () => globalThis.y;');
    write('node_modules/right/index.js', 'export const right = () => globalThis.z;');
    const url = (name: string) => {
      const file = path.join(folder, 'node_modules', name, 'index.js');
      return `data:text/javascript,${encodeURIComponent(`import { ${name} } from "${file}"; globalThis.x = ${name};`)}`;
    };
    const { importers, packages } = await buildFacts(
      kind,
      `import '${url('left')}'; import '${url('right')}'; import { right } from 'right'; globalThis.y = right;`,
    );
    expect(packages).toEqual(['left', 'right']);
    expect(importers).toEqual({ right: ['remote.js:1'] });
  });
});
