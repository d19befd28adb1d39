// The first view is painted at once: a partial paint would shift as HTML arrives.

import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/site/fixtures';

interface Halves {
  origin: string;
  go(): void;
  close(): void;
}

/** Starts a proxy that stops the HTML before `cut`. */
async function serveHalf(site: string, cut: string): Promise<Halves> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const server = createServer((asked, answer) => {
    const { url, method, headers } = asked;
    const isPage = headers['sec-fetch-dest'] === 'document';
    if (url?.endsWith('.js')) return; // scripts would call the API from an unlisted origin
    if (isPage) delete headers['accept-encoding'];
    const passed = request(site + url, { method, headers }, async (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (!isPage) return given.pipe(answer);
      const html = (await given.setEncoding('utf8').toArray()).join('');
      const at = html.indexOf(cut);
      answer.write(html.slice(0, at));
      await held;
      return answer.end(html.slice(at));
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    go,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

for (const [path, cut] of [
  ['/', '</h1>'],
  ['/cs2', '</h1>'],
  ['/booking/1', '</h1>'],
  ['/login', '<main'],
] as const)
  test(`delays the first paint of ${path} until it is complete`, {
    tag: ['/', '/booking/1'].includes(path) ? ['@extra-x12'] : ['@full', '@extra-x12'],
  }, async ({ page, site }) => {
    const fromServer = async () => (await page.request.get(path)).text();
    await expect.poll(fromServer).toContain(cut); // a busy server leaves the render to the browser
    const halves = await serveHalf(site.urls.site, cut);
    try {
      await page.goto(halves.origin + path, { waitUntil: 'commit' });
      await page.waitForTimeout(700);
      const painted = () =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
      expect(await painted()).toBe(0);
      halves.go();
      await expect.poll(painted).toBe(1);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    } finally {
      halves.go();
      await page.close();
      halves.close();
    }
  });

test('moves nothing on a phone while the booking form arrives', async ({ page, site }) => {
  const fromServer = async () => (await page.request.get('/booking/1')).text();
  await expect.poll(fromServer).toContain('<form');
  const halves = await serveHalf(site.urls.site, '<form');
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${halves.origin}/booking/1`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
    await page.waitForTimeout(300); // a partial paint
    halves.go();
    await expect(page.getByRole('heading', { name: /^Reviews/ })).toBeVisible();
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: number[] }).shifts,
    );
    expect(shifts.filter((shift) => shift > 0.01)).toEqual([]);
  } finally {
    halves.go();
    await page.close();
    halves.close();
  }
});
