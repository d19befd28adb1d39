// How long our files are, and how many lines of tests there are for each line of source.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { linesOf } from './remote-shape';

const MIN_TEST_SHARE = 0.8;
const MAX_MEDIAN = 45;
const MAX_P95 = 150;
const SOURCE = /(?<!\.d)\.(ts|tsx|mjs|cjs)$/;
const TEST = /\.(test|test-d|spec)\.tsx?$|(^|\/)test\/|^e2e\//;

/** What git knows or would add; nothing in a copy without its repository. */
function listed(): string[] {
  try {
    return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .split('\0');
  } catch {
    return [];
  }
}

const files = listed()
  .filter((file) => SOURCE.test(file) && !file.includes('/fixtures/'))
  .flatMap((file) => {
    try {
      return [{ file, text: readFileSync(path.join(root, file), 'utf8') }];
    } catch {
      return []; // deleted, and git does not know it yet
    }
  });
const sources = files.filter(({ file }) => !TEST.test(file));
const sum = (some: typeof files) => some.reduce((all, { text }) => all + linesOf(text), 0);
const lengths = sources
  .map(({ text }) => text.split('\n').length - 1)
  .sort((one, other) => one - other);
const share = (sum(files) - sum(sources)) / sum(sources);
const quantile = (part: number) => lengths[Math.floor(part * lengths.length)];
console.log(
  `${sources.length} files of source: ${quantile(0.5)} lines in the middle, 95 of 100 have at most ${quantile(0.95)}; ${share.toFixed(2)} lines of tests for each of source`,
);
const tooFew = share < MIN_TEST_SHARE; // not a number without files
if (tooFew) console.error(`that is less than ${MIN_TEST_SHARE}`);
const [median = 0, p95 = 0] = [quantile(0.5), quantile(0.95)];
const tooLong = median > MAX_MEDIAN || p95 > MAX_P95;
if (tooLong) console.error(`files may have ${MAX_MEDIAN} in the middle, ${MAX_P95} at 95 of 100`);
process.exitCode = tooFew || tooLong ? 1 : 0;
