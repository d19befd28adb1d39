import { randomFillSync } from 'node:crypto';

/** Random bytes to come: to ask the system each time costs as much as the rest of a short answer. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** So many random bytes, of the kind that nobody can guess, in base64url. */
export function randomId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString('base64url', used, used + bytes);
  pool.fill(0, used, used + bytes);
  used += bytes;
  return id;
}
