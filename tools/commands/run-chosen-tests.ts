import { spawnSync } from 'node:child_process';
import { bin, root } from 'workspace';

const isBrowserTest = (argument: string) =>
  argument.endsWith('.spec.ts') || argument.startsWith('e2e/');

/** Runs the chosen browser or unit tests; returns the exit code. No retries by default: a second try fails on the data of the first. */
export function runChosenTests(chosen: readonly string[]): number {
  const [runner, args, home] = chosen.some(isBrowserTest)
    ? ([
        'playwright',
        ['test', '-c', 'e2e/playwright.config.ts', ...forOurApi(chosen)],
        'e2e',
      ] as const)
    : (['vitest', ['run', ...withoutRetries(chosen)], '.'] as const);
  const env = { ...process.env, TEST_FULL: '1' };
  const { status } = spawnSync(bin(runner, home), args, { cwd: root, env, stdio: 'inherit' });
  return status ?? 1;
}

const forOurApi = (chosen: readonly string[]) =>
  process.env['SECOND_SERVER'] || chosen.some((argument) => argument.startsWith('--project'))
    ? chosen
    : [...chosen, '--project', 'our API'];

const withoutRetries = (chosen: readonly string[]) =>
  chosen.some((argument) => argument.startsWith('--retry')) ? chosen : ['--retry=0', ...chosen];
