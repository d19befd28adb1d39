import { afterEach, expect, test, vi } from 'vitest';
import { type AppParts, createApp } from '../app';
import { readConfig } from '../config/config';
import { createSitemap } from './sitemap';

afterEach(() => void vi.restoreAllMocks());

const compose = () => ({
  sitemap: ['/'],
  parameterPaths: ['/booking/1'],
  isOwned: vi.fn((path: string) => !path.startsWith('/none')),
});
const listed = async (text: Promise<string>) =>
  [...(await text).matchAll(/<loc>https:\/\/a\.example([^<]*)/g)].map(([, path]) => path);

test('lists the pages of routes and the paths with an owner', async () => {
  const print = createSitemap({ url: 'https://a.example' });
  const paths = ['/booking/2', '/none/1', '/booking/2'];
  expect(await listed(print(compose(), paths))).toEqual(['/', '/booking/2']);
  expect(await listed(print(compose(), null))).toEqual(['/', '/booking/1']);
});

test('ranks a path once for each composition', async () => {
  const print = createSitemap({ url: 'https://a.example' });
  const paths = Array.from({ length: 2000 }, (_, id) => `/booking/${id}`);
  const composition = compose();
  const both = [print(composition, paths), print(composition, paths)];
  expect(both[1]).toBe(both[0]);
  expect(await listed(print(composition, paths))).toEqual(['/', ...paths]);
  expect(composition.isOwned).toHaveBeenCalledTimes(2000);
  expect(await listed(print(composition, [...paths.slice(1), '/new']))).toEqual([
    '/',
    ...paths.slice(1),
    '/new',
  ]);
  expect(composition.isOwned).toHaveBeenCalledTimes(2001);
  const next = compose();
  await print(next, paths);
  expect(next.isOwned).toHaveBeenCalledTimes(2000);
});

test('lets other requests run while it ranks many paths', async () => {
  const print = createSitemap({ url: 'https://a.example' });
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const composition = compose();
  composition.isOwned.mockImplementation(() => {
    const end = performance.now() + 0.02;
    while (performance.now() < end);
    return true;
  });
  await print(
    composition,
    Array.from({ length: 5000 }, (_, id) => `/booking/${id}`),
  );
  clearInterval(count);
  expect(turns).toBeGreaterThan(3);
});

test("leaves the visitors' paths in the cache of owners", async () => {
  const paths = Array.from({ length: 1500 }, (_, id) => `/booking/${id}`);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ paths }));
  const composition = { ...compose(), owner: vi.fn(() => ({})) };
  const app = createApp({
    config: readConfig(
      { API_URL: 'https://api.a.example', SITE_URL: 'https://a.example' },
      { store: 'x', lastGood: 'x' },
    ),
    releases: { compositionFor: () => composition },
  } as unknown as AppParts);
  for (let visit = 0; visit < 2; visit++)
    expect(await (await app.request('/sitemap.xml')).text()).toContain('/booking/1499<');
  expect(composition.owner).not.toHaveBeenCalled();
  expect(composition.isOwned).toHaveBeenCalledTimes(1500);
});
