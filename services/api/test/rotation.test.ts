import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { isSigned } from '../src/core/http/signed';
import { signAccess } from '../src/features/accounts/access-token';
import { openSession } from '../src/features/accounts/refresh-token';
import { calendarName, calendarUrl } from '../src/features/calendar/url';
import { parseUserToken, unsubscribeFrom } from '../src/features/mail/unsubscribe';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('a change of secrets', (api) => {
  const restarted = (
    jwtSecret: string,
    jwtSecretBefore: string,
    operator = ['a'.repeat(20), ''],
  ) => {
    const [operatorToken = '', operatorTokenBefore = ''] = operator;
    const config = {
      ...api().config,
      jwtSecret,
      jwtSecretBefore,
      operatorToken,
      operatorTokenBefore,
    };
    const app = createApp({ ...api(), config });
    return {
      config,
      ask: async (path: string, token: string) =>
        (
          await app.request(`http://api.test${path}`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).status,
      renew: async (refresh: string) => {
        const answer = await app.request('http://api.test/api/token/refresh/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ refresh }),
        });
        return { status: answer.status, ...((await answer.json()) as { refresh?: string }) };
      },
    };
  };

  test('accepts tokens and links of the previous secret', {
    tags: ['@fault-D8'],
  }, async () => {
    const [student] = await api().newCrowd('rotation', 1);
    const userId = student?.id ?? 0;
    const old = api().config.jwtSecret;
    const token = await signAccess(api(), userId);
    const next = 'n'.repeat(32);
    const during = restarted(next, old);
    const after = restarted(next, '');
    expect(await during.ask('/api/me/', token)).toBe(200);
    expect(await after.ask('/api/me/', token)).toBe(401);
    const fresh = await signAccess({ ...api(), config: during.config }, userId);
    expect([await during.ask('/api/me/', fresh), await after.ask('/api/me/', fresh)]).toEqual([
      200, 200,
    ]);
    expect(await restarted('x'.repeat(32), old).ask('/api/me/', fresh)).toBe(401);

    const [mail = ''] = [unsubscribeFrom(api().config, userId).page.split('token=')[1]];
    expect([parseUserToken(during.config, mail), parseUserToken(after.config, mail)]).toEqual([
      userId,
      null,
    ]);
    const link = calendarUrl(api().config, { id: 7, startsAt: new Date() })?.split('/')[5] ?? '';
    expect([
      isSigned(during.config, calendarName(7), link),
      isSigned(after.config, calendarName(7), link),
    ]).toEqual([true, false]);

    const { refresh } = await openSession(api(), userId);
    const { body: lost } = await api().send('POST', '/api/token/refresh/', { refresh });
    expect(await during.renew(refresh)).toMatchObject({ status: 200, refresh: lost.refresh });
    expect((await during.renew(lost.refresh)).status).toBe(200);
  });

  test('accepts both operator tokens during rotation', async () => {
    const { jwtSecret } = api().config;
    const [one, two] = ['o'.repeat(24), 'p'.repeat(24)];
    const both = restarted(jwtSecret, '', [two, one]);
    const path = '/api/operator/audit/';
    expect([await both.ask(path, one), await both.ask(path, two)]).toEqual([200, 200]);
    expect(await restarted(jwtSecret, '', [two, '']).ask(path, one)).toBe(401);
    expect(await restarted(jwtSecret, '', ['', '']).ask(path, '')).toBe(401);
  });
});
