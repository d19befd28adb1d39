import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../errors/problem';
import { isRetryable } from './errors';
import type { Database } from './open';

const MAX_TRIES = 6;
const PAUSE_MS = 20;

export async function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (tries === MAX_TRIES)
        throw new Problem(503, "We're very busy right now. Please try again.", {
          headers: { 'retry-after': '1' },
        });
      await sleep(Math.random() * PAUSE_MS * 2 ** tries);
    }
  }
}
