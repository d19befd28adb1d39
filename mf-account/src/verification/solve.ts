import { type Challenge, pbkdf2, solveChallenge } from 'altcha/lib';

export type { Challenge };

const MAX_LANES = 4;

/** Solves a challenge and returns the token. Throws if no solution is found in time. */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop);
  const lanes = Math.min(MAX_LANES, navigator.hardwareConcurrency || 1);
  const { deriveKey } = pbkdf2; // by Web Crypto, which has threads of its own
  const solution = await Promise.race(
    Array.from({ length: lanes }, (_, counterStart) =>
      solveChallenge({ challenge, controller, counterStart, counterStep: lanes, deriveKey }),
    ),
  ).finally(() => {
    signal.removeEventListener('abort', stop);
    stop();
  });
  if (!solution) throw new Error('The proof-of-work challenge has no solution in time.');
  return btoa(JSON.stringify({ challenge, solution }));
}
