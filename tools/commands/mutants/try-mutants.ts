import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asWritten, type Mutant, rotten } from './list';
import { OPEN, runTests } from './run-tests';

/** `dead`: its test is red, as it should be. */
type Verdict = 'dead' | 'lived' | 'broken' | 'not tried';
export interface Trial {
  control: string;
  verdict: Verdict;
  why: string;
  seconds: number;
}

/** Switches one control off in the copy, runs its test, and switches it on again. */
async function tryOne(copy: string, mutant: Mutant): Promise<Pick<Trial, 'verdict' | 'why'>> {
  const [problem] = rotten(copy, mutant);
  if (problem) return { verdict: 'broken', why: problem };
  const target = path.join(copy, mutant.file);
  const source = readFileSync(target, 'utf8');
  writeFileSync(
    target,
    source.replace(asWritten(mutant.find), () => mutant.replace),
  );
  try {
    const { passed, failed, timedOut, uncaught, output } = await runTests(copy, mutant.test, [
      mutant.grep,
    ]);
    if (failed.length > 0) return { verdict: 'dead', why: failed[0] as string };
    if (timedOut) return { verdict: 'dead', why: 'the test never ended' };
    if (uncaught) return { verdict: 'dead', why: 'something was thrown that no test caught' };
    if (passed.length > 0)
      return { verdict: 'lived', why: `${mutant.test} › ${mutant.grep} stayed green` };
    return { verdict: 'broken', why: `no test ran:\n${output}` };
  } finally {
    writeFileSync(target, source);
  }
}

/** Tries the mutants of one test file in a copy of the workspace: those whose test is green there without them. */
export async function tryMutants(
  copy: string,
  test: string,
  mutants: Mutant[],
  until: number,
  tell: (trial: Trial) => void,
): Promise<void> {
  const without = await runTests(copy, test, [...new Set(mutants.map(({ grep }) => grep))]);
  for (const mutant of mutants) {
    const started = Date.now();
    const end = (verdict: Verdict, why: string) =>
      tell({
        control: mutant.control,
        verdict,
        why,
        seconds: Math.round((Date.now() - started) / 1000),
      });
    const words = mutant.grep.split(OPEN);
    const isOwn = (title: string) => words.every((part) => title.includes(part));
    if (started > until) end('not tried', 'the time was over');
    else if (without.uncaught)
      end('broken', `${test} throws without it what no test catches:\n${without.output}`);
    else if (without.failed.some(isOwn))
      end('broken', `${test} › ${mutant.grep} is red without it`);
    else if (!without.passed.some(isOwn))
      end('broken', `${test} › ${mutant.grep} did not run:\n${without.output}`);
    else {
      const { verdict, why } = await tryOne(copy, mutant);
      end(verdict, why);
    }
  }
}
