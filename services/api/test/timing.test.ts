import { expect, test } from 'vitest';
import type { Background } from '../src/core/process/background';
import { onEveryDatabaseAtNight } from './harness';

/** Every registration gets another secret. */
const withoutSecret = (body: string) =>
  body.replace(/(?<="registration":")[\w-]{43}(?=")/, 'secret');

onEveryDatabaseAtNight('account enumeration', (api) => {
  const registered = 'student@carry.example';

  /** Work before and after a response. */
  async function observe(path: string, body: object) {
    const left: [string, () => Promise<void>][] = [];
    const background = {
      later: (what: string, task: () => Promise<void>) => left.push([what, task]) > 0,
    } as unknown as Background;
    const { app, calls } = api().recordCalls({ background });
    const answer = await app.request(`http://api.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
    const seen = {
      status: answer.status,
      headers,
      body: withoutSecret(await answer.text()),
      statements: [...calls],
    };
    return { seen, left };
  }

  const calls: [string, (email: string) => Promise<object>][] = [
    ['/api/auth/password-reset/', async (email) => ({ email, recaptcha: await api().human() })],
    ['/api/auth/resend-verification/', async (email) => ({ email })],
    [
      '/api/register/',
      async (email) => ({
        username: email,
        email,
        password: 'Secret-123!',
        recaptcha: await api().human(),
      }),
    ],
  ];

  test.each(calls)(
    '%s responds alike with and without an account',
    { tags: ['@fault-11.7', '@fault-D9'] },
    async (path, readBody) => {
      const [mine, theirs] = [
        await observe(path, await readBody(registered)),
        await observe(path, await readBody('stranger@example.com')),
      ];
      expect(mine.seen).toEqual(theirs.seen);
      expect(mine.seen.status).toBeLessThan(300);
      const reads = ['select'];
      if (path.includes('resend')) reads.push('select');
      expect(
        mine.seen.statements.filter((name) => name === 'select' || name === 'transaction'),
      ).toEqual(reads);
      expect([mine.left.length, theirs.left.length]).toEqual([1, 1]);
    },
  );

  test('sends a requested mail right after the response', async () => {
    const { left } = await observe(
      '/api/auth/password-reset/',
      (await calls[0]?.[1](registered)) as object,
    );
    const before = (await api().mailsTo(registered)).length;
    await left[0]?.[1]();
    expect((await api().mailsTo(registered)).length).toBe(before + 1);
  });
});
