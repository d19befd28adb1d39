import { expect, test } from 'vitest';
import { refreshListings } from '../src/features/directory/refresh';
import { onEveryDatabase } from './harness';

onEveryDatabase('the coach directory under load', (api) => {
  test('shares a read between visitors who wait for the same page', async () => {
    await refreshListings(api());
    const { app, calls } = api().recordCalls();
    const load = (query: string) => app.request(`/api/coaches/?${query}`);
    await load('game=cs2'); // reads the languages, too
    calls.length = 0;
    const visitors = Array.from({ length: 8 }, () => load('game=cs2'));
    const statuses = (await Promise.all(visitors)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(calls).toEqual(['select', 'select']);
    await Promise.all([load('game=cs2'), load('game=lol')]);
    expect(calls).toHaveLength(4);
  });
});
