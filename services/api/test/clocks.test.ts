import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from '../src/app/app';
import { createDependencies } from '../src/app/start';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabase, onPostgres } from './harness';

const TEN_MINUTES_MS = 600_000;
const realNow = Date.now;
afterEach(() => vi.restoreAllMocks());

onPostgres('clocks', (api) => {
  test.each([TEN_MINUTES_MS, -TEN_MINUTES_MS])(
    'accepts tokens of an API %i ms apart',
    { tags: ['@fault-K10'] },
    async (offMs) => {
      vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offMs);
      const RealDate = Date;
      vi.stubGlobal(
        'Date',
        class extends RealDate {
          constructor(...about: [] | [number]) {
            super(...((about.length > 0 ? about : [realNow() + offMs]) as [number]));
          }
        },
      );
      api().clock.offset = -offMs; // the other API's machine has the right time
      const { deps, database } = await createDependencies({ ...api().config, seed: false });
      try {
        expect(Math.abs(deps.now().getTime() - realNow())).toBeLessThan(1000);
        const { access, refresh } = await api().asStudent();
        const app = createApp(deps);
        const me = await app.request('/api/me/', {
          headers: { authorization: `Bearer ${access}` },
        });
        expect(me.status).toBe(200);
        expect(
          (await api().send('GET', '/api/me/', undefined, await signAccess(deps, 1))).status,
        ).toBe(200);
        const renew = () =>
          app.request('/api/token/refresh/', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ refresh }),
          });
        expect((await renew()).status).toBe(200);
        // within the leeway: a lost response, not theft
        expect((await api().send('POST', '/api/token/refresh/', { refresh })).status).toBe(200);
      } finally {
        vi.unstubAllGlobals();
        api().clock.offset = 0;
        await database.close();
      }
    },
  );
});

onEveryDatabase('leeway of access tokens', (api) => {
  test('accepts an access token within the leeway', async () => {
    const { access } = await api().asStudent();
    api().clock.offset += TEN_MINUTES_MS + 20_000;
    expect((await api().send('GET', '/api/me/', undefined, access)).status).toBe(200);
    api().clock.offset += 20_000;
    expect((await api().send('GET', '/api/me/', undefined, access)).status).toBe(401);
  });
});
