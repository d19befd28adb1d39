// How long our files are, and how many lines of tests there are for each line of source.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { lengthProblems, lengthsOf } from './file-lengths';
import { listedFiles } from './listed-files';

const files = listedFiles()
  .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file))
  .flatMap((file) => {
    try {
      return [{ file, text: readFileSync(path.join(root, file), 'utf8') }];
    } catch {
      return []; // deleted, and git does not know it yet
    }
  });
const lengths = lengthsOf(files);
const problems = lengthProblems(lengths);
for (const problem of problems) console.error(problem);
console.log(
  `${lengths.files} files of source: ${lengths.median} lines in the middle, 95 of 100 have at most ${lengths.p95}; ${lengths.alone.toFixed(2)} lines of tests for each of source, ${lengths.share.toFixed(2)} with what tests alone use`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
