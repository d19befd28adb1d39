import { describe, expect, it } from 'vitest';
import { importedPackages, packageProblems, requiredPackages } from './required-packages';

const all = new Set<string>(requiredPackages);
const importAll = requiredPackages.map((name) => `import '${name}';`).join('\n');
const shell = { folder: 'shell', dependencies: all };

describe('importedPackages', () => {
  it('reads imports, exports, import() and require', () => {
    const source = [
      "import a, { b } from 'react';",
      'export * from "@rsbuild/core/x";',
      "import 'zustand';",
      "import {\n  c,\n} from 'vitest';",
      `const d = await import${'('}'react-dom/client');`,
      `require.resolve${'('}'playwright/package.json')`,
    ].join('\n');
    expect([...importedPackages(source)].sort()).toEqual([
      '@rsbuild/core',
      'playwright',
      'react',
      'react-dom',
      'vitest',
      'zustand',
    ]);
  });

  it('ignores types, comments and relative files', () => {
    const source = [
      "import type { A } from 'react';",
      "// import 'zustand';",
      "/*\nimport 'vitest';\n*/",
      "import './playwright';",
      "import 'node:fs';",
    ].join('\n');
    expect([...importedPackages(source)]).toEqual(['node:fs']);
  });
});

describe('packageProblems', () => {
  it('accepts packages that are declared and imported', () => {
    const sources = new Map([
      ['shell/index.ts', importAll],
      ['shell/index.test.ts', "import 'vitest';"],
    ]);
    expect(packageProblems(sources, [shell])).toEqual([]);
  });

  it('reports a package that no product code imports', () => {
    const sources = new Map([
      ['shell/index.ts', importAll.replace("import '@stripe/stripe-js';", '')],
      ['shell/a.test.ts', "import '@stripe/stripe-js';"],
      ['e2e/a.ts', "import '@stripe/stripe-js';"],
    ]);
    expect(packageProblems(sources, [shell, { folder: 'e2e', dependencies: all }])).toEqual([
      'no product code imports @stripe/stripe-js',
    ]);
  });

  it('reports a package that uses what it does not depend on', () => {
    const sources = new Map([
      ['shell/index.ts', importAll],
      ['mf-a/src/a.tsx', "import { create } from 'zustand';"],
    ]);
    const packages = [shell, { folder: 'mf-a', dependencies: new Set(['react']) }];
    expect(packageProblems(sources, packages)).toEqual([
      'mf-a imports zustand and does not depend on it; add it to its package.json',
    ]);
  });

  it('lets packages inherit the test runner from the root', () => {
    const sources = new Map([
      ['shell/index.ts', importAll],
      ['mf-a/src/a.test.ts', "import { test } from 'vitest';"],
    ]);
    const packages = [
      { folder: '', dependencies: new Set(['vitest']) },
      shell,
      { folder: 'mf-a', dependencies: new Set<string>() },
    ];
    expect(packageProblems(sources, packages)).toEqual([]);
  });
});
