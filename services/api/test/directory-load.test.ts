import { expect, test, vi } from 'vitest';
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

  test('prints and compresses a shared page once', async () => {
    await refreshListings(api());
    const { app } = api();
    const load = () =>
      app.request('/api/coaches/?game=cs2', { headers: { 'accept-encoding': 'gzip' } });
    const first = await load();
    const print = vi.spyOn(JSON, 'stringify');
    const visitors = await Promise.all(Array.from({ length: 8 }, load));
    const pages = print.mock.calls.filter(([value]) => value && Object.hasOwn(value, 'coaches'));
    print.mockRestore();
    expect(pages).toHaveLength(2); // of the read that runs, and of the next one
    const tags = visitors.map(({ headers }) => headers.get('etag'));
    expect(new Set(tags)).toEqual(new Set([first.headers.get('etag')]));
  });

  test('sends a page without copying its response', async () => {
    await refreshListings(api());
    let made = 0;
    class CountedResponse extends Response {
      constructor(body?: BodyInit | null, init?: ResponseInit) {
        super(body, init);
        made++;
      }
    }
    vi.stubGlobal('Response', CountedResponse);
    const headers = { origin: 'https://other.example', 'accept-encoding': 'identity' };
    const { status } = await api().app.request('/api/coaches/', { headers });
    vi.unstubAllGlobals();
    expect(status).toBe(200);
    expect(made).toBe(1);
  });
});
