import { randomFillSync } from 'node:crypto';

/** Pooled: one system call for each id would double the cost of a short response. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Returns cryptographically random bytes in base64url. */
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
