import { type Challenge, solveChallengeWorkers } from 'altcha/lib';

export type { Challenge };

const MAX_WORKERS = 4;
// Not bundled: a bundled worker would include the federation runtime.
const worker = new URL('altcha/workers/pbkdf2', import.meta.url);

/** Solves a challenge in web workers and returns the token. Throws if no solution is found in time. */
export async function solve(challenge: Challenge, controller: AbortController): Promise<string> {
  const concurrency = Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1);
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency,
    createWorker: () => new Worker(worker),
  });
  if (!solution) throw new Error('The proof-of-work challenge has no solution in time.');
  return btoa(JSON.stringify({ challenge, solution }));
}
