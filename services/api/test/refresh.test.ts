import { REUSE_LEEWAY_MS } from '@carry/contracts/limits';
import { expect, test } from 'vitest';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('refresh tokens', (api) => {
  test('rotates refresh tokens and revokes a reused family', {
    tags: ['@spec-7.7', '@fault-D1'],
  }, async () => {
    const first = await api().asStudent();
    const renew = (refresh: string) => api().send('POST', '/api/token/refresh/', { refresh });
    const second = await renew(first.refresh);
    expect(second.status).toBe(200);
    expect((await renew(first.refresh)).body.refresh).toBe(second.body.refresh);
    api().clock.offset += REUSE_LEEWAY_MS + 1000;
    expect((await renew(first.refresh)).status).toBe(401);
    expect((await renew(second.body.refresh)).status).toBe(401);
  });

  test('answers a repeated renewal with the same successor', {
    tags: ['@fault-D1'],
  }, async () => {
    const { refresh } = await api().asStudent();
    const renew = (token: string) => api().send('POST', '/api/token/refresh/', { refresh: token });
    const [one, other] = await Promise.all([renew(refresh), renew(refresh)]);
    api().clock.offset += REUSE_LEEWAY_MS - 1000;
    const late = await renew(refresh);
    expect([one.status, other.status, late.status]).toEqual([200, 200, 200]);
    expect([other.body.refresh, late.body.refresh]).toEqual(Array(2).fill(one.body.refresh));
    expect((await renew(one.body.refresh)).status).toBe(200);
  });

  test('treats reuse of an ancestor as theft within the leeway', {
    tags: ['@fault-D1'],
  }, async () => {
    const { refresh: first } = await api().asStudent();
    const renew = (refresh: string) => api().send('POST', '/api/token/refresh/', { refresh });
    const second = (await renew(first)).body.refresh;
    const third = (await renew(second)).body.refresh;
    expect((await renew(first)).status).toBe(401);
    expect((await renew(third)).status).toBe(401);
    expect((await renew(second)).status).toBe(401);
  });

  test('revokes one session on sign-out, with any of its tokens', {
    tags: ['@fault-11.5'],
  }, async () => {
    const { refresh: first, access } = await api().asStudent();
    const elsewhere = await api().asStudent();
    const renew = (refresh: string) => api().send('POST', '/api/token/refresh/', { refresh });
    const revoke = (refresh: unknown) => api().send('POST', '/api/token/revoke/', { refresh });
    const second = (await renew(first)).body.refresh;
    const signedOut = await revoke(first);
    expect(signedOut).toEqual({ status: 200, body: { detail: 'Signed out.' } });
    expect([(await renew(second)).status, (await renew(first)).status]).toEqual([401, 401]);
    expect((await renew(elsewhere.refresh)).status).toBe(200);
    expect(await revoke(first)).toEqual(signedOut);
    expect(await revoke('nobody has this')).toEqual(signedOut);
    expect((await revoke(7)).status).toBe(400);
    const { offset } = api().clock;
    api().clock.offset += 10.1 * 60_000;
    expect((await api().send('GET', '/api/me/', undefined, access)).status).toBe(401);
    api().clock.offset = offset;
  });
});
