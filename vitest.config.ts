import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

const node = ['packages', 'services/dev-services', 'tools', 'shell'];
const browser = [
  'shared-ui',
  'packages',
  'shell',
  ...readdirSync(import.meta.dirname).filter((name) => name.startsWith('mf-')),
];

/** `*.full.test.ts` runs in `npm run test:full` only. */
const exclude = process.env['TEST_FULL'] === '1' ? [] : ['**/*.full.test.ts', '**/*.full.test.tsx'];

const guard = { setupFiles: ['./tools/commands/checks/console-guard.ts'] };

/** Names the unit tests that passed at their second try only; at night each of them is a failure. */
const secondTries: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    for (const { fullName, module } of flaky)
      process.stdout.write(`second try: ${module.relativeModuleId} › ${fullName}\n`);
    if (flaky.length > 0) {
      process.stdout.write(`${flaky.length} unit tests passed at their second try only\n`);
      if (process.env['TEST_FULL'] === '1') process.exitCode = 1;
    }
  },
};

/** Writes the errors of hooks and files, and those that nothing caught, to a file for the summary of `tools/commands/test.ts`. */
const errorsOutsideTests: Reporter = {
  onTestRunEnd(modules, uncaught) {
    const inFiles = modules.flatMap((module) =>
      [module, ...module.children.allSuites()]
        .flatMap((suite) => suite.errors())
        .map((error) => ({ ...error, file: module.moduleId })),
    );
    const inProcesses = uncaught.map((error) => ({ ...error, file: error['VITEST_TEST_PATH'] }));
    const lines = [...inFiles, ...inProcesses].map(
      ({ name, message, file }) =>
        `${path.relative(import.meta.dirname, String(file ?? ''))} › ${name}: ${String(message).split('\n')[0]}`,
    );
    const folder = path.join(import.meta.dirname, 'test-results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'errors-outside-tests.json'), JSON.stringify(lines));
  },
};

export default defineConfig({
  test: {
    globalSetup: './tools/commands/checks/temporary-folder.ts',
    maxWorkers: availableParallelism() + 1, // many tests wait, for a process, a limit or a database
    reporters: [
      'default',
      ['json', { outputFile: 'test-results/unit.json' }],
      secondTries,
      errorsOutsideTests,
    ],
    experimental: { fsModuleCache: true }, // keeps compiled modules by content: a sixth of the processor time of a second run
    retry: 1, // as in the browser: these machines are noisy; `secondTries` says which tests needed it
    strictTags: false, // requirements are tags: '@spec-7.2' of docs/requirements.json
    env: { DEBUG_PRINT_LIMIT: '2000' }, // characters of a page that a failed query prints
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    // output of tests in this process, for the scan of `tools/commands/test.ts`
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
        },
      },
      {
        extends: true,
        test: {
          ...guard,
          name: 'api',
          environment: 'node',
          globalSetup: ['./services/api/test/migrated-database.ts'],
          include: ['services/api/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...exclude],
          isolate: false, // each test file has a server and a database of its own; the code is loaded once for all
        },
      },
      {
        extends: true,
        test: {
          setupFiles: [...guard.setupFiles, './shared-ui/test/patience.ts'],
          name: 'browser',
          environment: 'jsdom',
          isolate: false, // as for the API: three times as fast; a file that mocks a module of ours resets the modules
          include: browser.map((folder) => `${folder}/**/*.test.tsx`),
          exclude: ['**/node_modules/**', '**/fixtures/**', ...exclude],
        },
      },
    ],
  },
});
