import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asWritten, type Mutant, mutantProblems } from './list';
import { OPEN, runTests } from './run-tests';

/** `dead`: the test fails, as it should. */
type Verdict = 'dead' | 'lived' | 'broken' | 'not tried';
export interface Trial {
  control: string;
  verdict: Verdict;
  why: string;
  seconds: number;
}

async function tryOne(copy: string, mutant: Mutant): Promise<Pick<Trial, 'verdict' | 'why'>> {
  const [problem] = mutantProblems(copy, mutant);
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
    if (timedOut) return { verdict: 'dead', why: 'the test timed out' };
    if (uncaught) return { verdict: 'dead', why: 'uncaught error' };
    if (passed.length > 0)
      return { verdict: 'lived', why: `${mutant.test} › ${mutant.grep} passed` };
    return { verdict: 'broken', why: `no test ran:\n${output}` };
  } finally {
    writeFileSync(target, source);
  }
}

interface TryMutantsOptions {
  test: string;
  /** Unix time in ms after which no further mutant is tested. */
  until: number;
  report(trial: Trial): void;
}

export async function tryMutants(
  copy: string,
  mutants: Mutant[],
  { test, until, report }: TryMutantsOptions,
): Promise<void> {
  const without = await runTests(copy, test, [...new Set(mutants.map(({ grep }) => grep))]);
  for (const mutant of mutants) {
    const started = Date.now();
    const end = (verdict: Verdict, why: string) =>
      report({
        control: mutant.control,
        verdict,
        why,
        seconds: Math.round((Date.now() - started) / 1000),
      });
    const words = mutant.grep.split(OPEN);
    const matches = (title: string) => words.every((part) => title.includes(part));
    if (started > until) end('not tried', 'time limit');
    else if (without.uncaught)
      end('broken', `${test} has an uncaught error without it:\n${without.output}`);
    else if (without.failed.some(matches))
      end('broken', `${test} › ${mutant.grep} fails without it`);
    else if (!without.passed.some(matches))
      end('broken', `${test} › ${mutant.grep} did not run:\n${without.output}`);
    else {
      const { verdict, why } = await tryOne(copy, mutant);
      end(verdict, why);
    }
  }
}
