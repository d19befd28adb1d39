import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { launchChromium } from './chromium';
import { openTab } from './gate-tab';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, 'localhost');
  servers.push(server);
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

test('accepts a page whose API allows only the live site', { timeout: 60_000 }, async () => {
  const calls: string[] = [];
  const api = await serve(({ url = '' }, response) => {
    calls.push(url);
    response.writeHead(200, { 'access-control-allow-origin': 'https://carry.example' }).end('1');
  });
  const site = await serve((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<h1>Help</h1><script>fetch('${api}/votes').catch(() => {})</script>`);
  });
  const browser = await launchChromium();
  try {
    const tab = await openTab(browser);
    expect(await tab.visit(site, tab.settle)).toEqual([]);
    expect(calls).toEqual(['/votes']);
  } finally {
    await browser.close();
  }
});

test('shows pages without animations, in both themes', { timeout: 60_000 }, async () => {
  const browser = await launchChromium();
  try {
    const tab = await openTab(browser);
    const isStill = () => tab.evaluate(`matchMedia('(prefers-reduced-motion: reduce)').matches`);
    expect(await isStill()).toBe(true);
    await tab.emulate({ width: 390, height: 844, theme: 'dark' });
    expect(await isStill()).toBe(true);
    expect(await tab.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(true);
  } finally {
    await browser.close();
  }
});
