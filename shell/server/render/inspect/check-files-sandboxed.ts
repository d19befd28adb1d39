import { serialize } from 'node:v8';
import { policyNeeds } from '@carry/contracts/release';
import { type CheckFiles, ReleaseRefused } from '@carry/releases';
import { z } from 'zod';
import { MB } from '../pool/limits';
import { spawnSandboxed } from '../pool/spawn';
import { runSandboxed } from './run-sandboxed';

const YOUNG_MB = 16;
/** A minified script needs up to 190 MB for each of its megabytes. */
const LIMITS = { maxMs: 120_000, heapMb: 1024, maxBytes: 1280 * MB };

const response = z.union([
  z.object({ facts: z.object({ notes: z.array(z.string()), needs: policyNeeds }) }),
  z.object({ refused: z.string() }),
]);

/** Returns a check of the files of untrusted builds. Each runs in a sandboxed process with a time and a memory limit, so that large files do not block this one. */
export const checkFilesSandboxed =
  (bundle: string, limits = LIMITS): CheckFiles =>
  async (build) => {
    const child = spawnSandboxed(bundle, { heapMb: limits.heapMb, youngMb: YOUNG_MB });
    const outcome = await runSandboxed(child, serialize(build), limits);
    if ('exceeded' in outcome) {
      const problem =
        outcome.exceeded === 'time'
          ? `takes longer than ${limits.maxMs / 1000} seconds`
          : 'needs too much memory';
      throw new ReleaseRefused(
        `${build.name}: the check of its files ${problem}; make its scripts, styles and source maps smaller, such as by fewer libraries`,
      );
    }
    const answer = response.safeParse(outcome.output);
    if (!answer.success)
      throw new Error(`the process that checks files failed (${JSON.stringify(outcome.output)})`);
    if ('refused' in answer.data) throw new ReleaseRefused(answer.data.refused);
    return answer.data.facts;
  };
