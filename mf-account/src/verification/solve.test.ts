import { createChallenge, pbkdf2 } from 'altcha/lib';
import { expect, test } from 'vitest';
import { solve } from './solve';

const challengeWith = (counter: number) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter,
    deriveKey: pbkdf2.deriveKey,
    hmacSignatureSecret: 'secret',
  });

test.each([0, 1, 30])('finds the counter %i', async (counter) => {
  const token = await solve(await challengeWith(counter), new AbortController().signal);
  expect(JSON.parse(atob(token))).toMatchObject({ solution: { counter } });
});

test('stops with its page', async () => {
  const page = new AbortController();
  const solved = solve(await challengeWith(1e9), page.signal);
  page.abort();
  await expect(solved).rejects.toThrow('no solution');
});
