import { appendFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const node = [
  'contracts',
  'create-remote',
  'operator',
  'remote-kit',
  'registry',
  'remote-kit/build',
  'sandbox',
  'server-kit',
  'workspace',
  'scripts',
  'shell',
];
const browser = [
  'shared-ui',
  'remote-kit',
  'shell',
  ...readdirSync(import.meta.dirname).filter((name) => name.startsWith('mf-')),
];

/** `*.full.test.ts` runs in `pnpm test:full` only. */
const exclude = process.env['TEST_FULL'] === '1' ? [] : ['**/*.full.test.ts', '**/*.full.test.tsx'];

const guard = { setupFiles: ['./scripts/checks/console-guard.ts'] };

export default defineConfig({
  test: {
    maxWorkers: availableParallelism() + 1, // many tests wait, for a process, a limit or a database
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    // what tests print in this process, for the scan of `scripts/test.ts`
    onConsoleLog: (text) =>
      void (
        process.env['LOG_SCAN'] && appendFileSync(`${process.env['LOG_SCAN']}/output.log`, text)
      ),
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: {
          ...guard,
          name: 'node',
          environment: 'node',
          include: node.map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['**/node_modules/**', '**/fixtures/**', ...exclude],
          isolate: false, // as for the API: loading the same code again took a third of the processor time
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...guard,
          name: 'api',
          environment: 'node',
          include: ['api/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...exclude],
          isolate: false, // each test file has a server and a database of its own; the code is loaded once for all
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...guard,
          name: 'browser',
          environment: 'jsdom',
          isolate: false, // as for the API: three times as fast; a file that mocks a module of ours resets the modules
          testTimeout: 30_000,
          include: browser.map((folder) => `${folder}/**/*.test.tsx`),
          exclude: ['**/node_modules/**', '**/fixtures/**', ...exclude],
        },
      },
    ],
  },
});
