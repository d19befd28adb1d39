import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bin, root } from 'workspace';

const isBrowserTest = (argument: string) =>
  /\.spec\.ts(:\d+)*$/.test(argument) || argument.startsWith('e2e/');

const isOption = (argument = '') => argument.startsWith('-');

/** Playwright's options whose value may be the name of a file or folder. */
const VALUE_OPTION =
  /^(-[cgG]|--(config|grep|grep-invert|last-failed-file|output|project|reporter|add-reporter|test-list|test-list-invert|tsconfig))$/;

/** Returns true for an existing file or folder of unit tests that is not the value of an option. */
const isUnitTest = (argument: string, index: number, chosen: readonly string[]) =>
  !(isBrowserTest(argument) || VALUE_OPTION.test(chosen[index - 1] ?? '')) &&
  existsSync(path.join(root, argument));

/** Runs the chosen browser and unit tests; returns the exit code. No retries by default: a second try fails on the data of the first. */
export function runChosenTests(chosen: readonly string[]): number {
  const browserTests = chosen.filter(isBrowserTest);
  const others = chosen.filter((argument) => !isBrowserTest(argument));
  if (browserTests.length === 0) return runUnitTests(chosen);
  if (others.length > 0 && !chosen.some(isOption))
    return Math.max(runBrowserTests(browserTests), runUnitTests(others));
  if (!chosen.some(isUnitTest)) return runBrowserTests(chosen);
  console.error('Options apply to one test runner: run the browser and unit tests separately.');
  return 2;
}

const runBrowserTests = (chosen: readonly string[]) =>
  run(bin('playwright', 'e2e'), ['test', '-c', 'e2e/playwright.config.ts', ...forOurApi(chosen)]);

const runUnitTests = (chosen: readonly string[]) =>
  run(bin('vitest'), ['run', ...withoutRetries(chosen)]);

function run(runner: string, args: readonly string[]): number {
  const env = { ...process.env, TEST_FULL: '1' };
  return spawnSync(runner, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

const forOurApi = (chosen: readonly string[]) =>
  process.env['SECOND_SERVER'] || chosen.some((argument) => argument.startsWith('--project'))
    ? chosen
    : [...chosen, '--project', 'our API'];

const withoutRetries = (chosen: readonly string[]) =>
  chosen.some((argument) => argument.startsWith('--retry')) ? chosen : ['--retry=0', ...chosen];
