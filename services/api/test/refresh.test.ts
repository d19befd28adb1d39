import { expect, test } from 'vitest';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('refresh tokens', (api) => {
  test('refresh rotates; a used token works again for a moment and then ends the family', {
    tags: ['@spec-7.7', '@fault-D1'],
  }, async () => {
    const first = await api().asStudent();
    const renew = (refresh: string) => api().send('POST', '/api/token/refresh/', { refresh });
    const second = await renew(first.refresh);
    expect(second.status).toBe(200);
    expect((await renew(first.refresh)).body.refresh).toBe(second.body.refresh);
    api().clock.offset += 11_000;
    expect((await renew(first.refresh)).status).toBe(401);
    expect((await renew(second.body.refresh)).status).toBe(401);
  });

  test('a token whose successor was used already is theft at once, also within the leeway: both parties are out', {
    tags: ['@fault-D1'],
  }, async () => {
    const { refresh: first } = await api().asStudent();
    const renew = (refresh: string) => api().send('POST', '/api/token/refresh/', { refresh });
    const second = (await renew(first)).body.refresh;
    const third = (await renew(second)).body.refresh;
    expect((await renew(first)).status).toBe(401); // the grandparent, at the same moment
    expect((await renew(third)).status).toBe(401);
    expect((await renew(second)).status).toBe(401);
  });

  test('signing out ends the session on the server, whichever token of it is shown, and no other session', {
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
    expect(await revoke(first)).toEqual(signedOut); // again, or of nobody: the same
    expect(await revoke('nobody has this')).toEqual(signedOut);
    expect((await revoke(7)).status).toBe(400);
    const { offset } = api().clock;
    api().clock.offset += 10.1 * 60_000; // the access token ends by itself
    expect((await api().send('GET', '/api/me/', undefined, access)).status).toBe(401);
    api().clock.offset = offset;
  });
});
