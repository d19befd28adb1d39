import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { runReleases } from '../src/cli';

let script = '';
const environment = { defaultStore: '/none', siteUrl: 'https://a.example', previewSecret: '' };
const print = (shell: string, lines: string[]) =>
  runReleases(['completion', shell], environment, {
    out: (text) => lines.push(text),
    err: (text) => lines.push(text),
  });

beforeAll(async () => {
  const lines: string[] = [];
  await print('bash', lines);
  script = lines.join('\n');
});

/** Returns what bash offers for a command line; the last word is being typed. */
function complete(...words: string[]): string[] {
  const line = ['releases', ...words].map((word) => `'${word}'`).join(' ');
  const program = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _releases; echo "\${COMPREPLY[*]}"`;
  return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).trim().split(' ');
}

test('completes commands, subcommands and flags in bash', () => {
  expect(complete('pub')).toEqual(['publish']);
  expect(complete('rollout', '')).toEqual(expect.arrayContaining(['start', 'pause', 'abort']));
  expect(complete('rollout', 'start', 'mf-booking', '--st')).toEqual(['--steps', '--store']);
  expect(complete('publish', 'mf-booking', '--why', 'a word', '--chan')).toEqual(['--channel']);
});

test.each([
  ['promote'],
  ['rollback'],
  ['canary'],
  ['lock'],
  ['unlock'],
  ['publish'],
  ...['start', 'pause', 'resume', 'approve', 'abort'].map((word) => ['rollout', word]),
])('completes the dry run of %s %s', (...command) => {
  expect(complete(...command, 'mf-booking', '--dry')).toEqual(['--dry-run']);
});

test('loads the function into zsh, and lists the supported shells', async () => {
  const lines: string[] = [];
  expect(await print('zsh', lines)).toBe(0);
  expect(lines[0]).toMatch(/^autoload -Uz bashcompinit/);
  expect(await print('fish', lines)).toBe(2);
  expect(lines.at(-1)).toContain('bash or zsh');
});
