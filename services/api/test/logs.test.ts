import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { secretsIn } from 'workspace/log-scan';
import { describeError } from '../src/core/process/log';
import { onEveryDatabaseAtNight } from './harness';
import { member, PASSWORD } from './member';

const CHANNELS = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Captures everything printed while a function runs. */
async function printed(run: () => Promise<unknown>): Promise<string[]> {
  const { format } = await import('node:util');
  const lines: string[] = [];
  const output = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(...String(line).split('\n')) > 0);
  const spies = CHANNELS.map((name) =>
    vi
      .spyOn(console, name)
      .mockImplementation((...all) => void lines.push(...format(...all).split('\n'))),
  );
  await run().finally(() => {
    for (const spy of [output, ...spies]) spy.mockRestore();
  });
  return lines;
}

onEveryDatabaseAtNight('logs', (api) => {
  test('logs no personal data or secrets on database errors', {
    tags: ['@fault-11.6'],
  }, async () => {
    const password = 'Secret-123!';
    const { access, refresh } = await api().asStudent();
    const email = 'student@carry.example';
    const fresh = 'logged@example.com';
    const post = async (path: string, body: object, token?: string) =>
      api().send('POST', path, body, token);
    const broken = async (table: string, call: () => Promise<unknown>) => {
      await api().db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO gone`));
      const lines = await printed(call);
      await api().db.execute(sql.raw(`ALTER TABLE gone RENAME TO ${table}`));
      expect([table, lines.length > 0]).toEqual([table, true]);
      return lines;
    };
    const human = api().human;
    const lines = [
      ...(await broken('outbox', async () => {
        await post('/api/auth/password-reset/', { email, recaptcha: await human() });
        await post('/api/register/', {
          username: fresh,
          email: fresh,
          password,
          recaptcha: await human(),
        });
      })),
      ...(await broken('mail_tokens', async () => {
        await post('/api/auth/verify-email/', {
          token: 'dGhpcyBpcyBhIHNlY3JldCBvZiAzMiBieXRlcyEhIQ0',
        });
        await post('/api/auth/password-reset-confirm/', {
          uid: 2,
          token: 'dGhpcyBpcyBhIHNlY3JldCBvZiAzMiBieXRlcyEhIQ0',
          new_password: password,
        });
      })),
      ...(await broken('refresh_tokens', async () => {
        await post('/api/token/', {
          username: email,
          password: 'Student-2026!',
          recaptcha: await human(),
        });
        await post('/api/token/refresh/', { refresh });
      })),
      ...(await broken('users', () =>
        post('/api/token/', { username: email, password, recaptcha: '' }).then(() =>
          api().send('GET', '/api/me/', undefined, access),
        ),
      )),
      ...(await broken('bookings', () =>
        post(
          '/api/create-booking/',
          api().order(null, { contact_info: 'kim@example.com' }),
          access,
        ),
      )),
    ];
    expect(lines.join('\n')).toContain('DatabaseError');
    expect(secretsIn(lines)).toEqual([]);
  });

  test('logs the ids of deleted accounts', async () => {
    const deleted = await member(api(), 'logged-deletion');
    const [other] = await api().newCrowd('logged-deletion-of', 1);
    const { id } = (await api().send('GET', '/api/me/', undefined, deleted.access)).body;
    const lines = await printed(async () => {
      expect((await deleted.post('delete/', { password: 'wrong' })).status).toBe(403);
      expect((await deleted.post('delete/', { password: PASSWORD })).status).toBe(200);
      const path = `/api/operator/members/${other?.id}/delete/`;
      await api().send('POST', path, {}, api().config.operatorToken);
    });
    const events = lines.filter((line) => line.includes('account.deleted'));
    expect(events.map((line) => JSON.parse(line).msg)).toEqual([
      `account deleted (user ${id}); repeat this after restoring an older backup`,
      `account deleted (user ${other?.id}); repeat this after restoring an older backup`,
    ]);
    expect(secretsIn(lines)).toEqual([]);
  });

  test('redacts secrets in foreign error messages', () => {
    const error = new Error(
      'No such customer kim@example.com, see https://pay.example/x?token=abc (key sk_live_51Hb8qKLKYx3n7mmVp2dT9wQz0aBcDeF)',
    );
    expect(describeError(error)).toBe(
      'Error: No such customer [address], see https://pay.example/x?[…] (key [secret])',
    );
  });
});
