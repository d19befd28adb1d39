import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { retired, wordProblems } from './words';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-words-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the check says of a repository with these files. */
function problemsOf(files: Record<string, string>): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
  return wordProblems(folder);
}

/** One line for each retired word, in the order of the list. */
const lines = [
  'const desk = open();',
  'condemn(release);',
  'start a rehearsal',
  'interface Surroundings {}',
  'upkeep();',
  'mend it',
  'const MOST_TRIES = 3;',
  'const LONGEST_NAME = 60;',
  'const LARGEST_FILE = 1;',
  'const told = read();',
  'order.take(1);',
  'takeBack();',
  'restUntil(noon);',
  'keptOutput();',
  'SHORTEST_NAME',
  'game: is none of ours',
  'what is not a draft is none',
  'a refusal is said',
  'nobody has said it',
  'class UnfitStore {}',
  'mf-a fits http://localhost',
  'const rest = text;',
  "throw new Error('takes no tokens')",
  "throw new Error('x has brought no y')",
  'it belongs into src',
  'a list parted by commas',
  'where it is another thing',
  'the keptShells',
  'its signature does not fit',
  'an unknown verb',
  'greet(visitor);',
  'openCheckout();',
  'this is no release',
];

test('each retired word is found where it stands, with the word to write', () => {
  const files = Object.fromEntries(lines.map((line, index) => [`a/${index}.ts`, line]));
  const problems = problemsOf(files);
  for (const [index, instead] of Object.values(retired).entries())
    expect(problems).toContain(`a/${index}.ts:1:${lines[index]} — write: ${instead}`);
  expect(lines).toHaveLength(Object.keys(retired).length);
});

test.each([
  'shell/browser/a.ts',
  'registry/src/a.ts',
  'remote-kit/build/a.ts',
  'server-kit/src/a.ts',
])('a word of the product in %s is found', (file) => {
  const problems = problemsOf({ [file]: 'const key = stripeKey;', 'mf-a/src/a.ts': 'stripeKey' });
  expect(problems).toEqual([expect.stringMatching(`${file}:1:.*the core does not know`)]);
});

test('words of today are fine', () => {
  expect(
    problemsOf({
      'a.ts':
        'const MAX_TRIES = 3; quarantine(release); // not a release; null where there is none',
    }),
  ).toEqual([]);
});
