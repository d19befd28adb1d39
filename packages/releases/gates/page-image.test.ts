import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { launchChromium } from './chromium';
import { openTab } from './gate-tab';

test('captures a long page as a small WebP image', { timeout: 60_000 }, async () => {
  const browser = await launchChromium();
  try {
    const tab = await openTab(browser);
    const html = `<body style="margin:0"><div style="height:9000px;background:linear-gradient(red,blue)">Long</div>`;
    expect(await tab.visit(`data:text/html,${html}`, () => tab.settle())).toEqual([]);
    const image = await tab.capture();
    expect(image).toMatchObject({ width: 640, height: 1200 });
    expect(image?.content.subarray(8, 12).toString()).toBe('WEBP');
    expect(image?.content.length).toBeLessThan(60 * 1024);
  } finally {
    await browser.close();
  }
});

test('captures an element with its surroundings on a phone', { timeout: 60_000 }, async () => {
  const browser = await launchChromium();
  try {
    const tab = await openTab(browser);
    await tab.emulate({ width: 360, height: 640, theme: 'light' });
    const html = `<body style="margin:0"><div style="height:3000px">Long</div><p id="low" style="margin:0;height:50px">Low</p>`;
    expect(await tab.visit(`data:text/html,${html}`, () => tab.settle())).toEqual([]);
    expect(await tab.evaluate("matchMedia('(prefers-color-scheme: light)').matches")).toBe(true);
    expect(await tab.captureElement('#low')).toMatchObject({ width: 360, height: 170 });
    expect(await tab.captureElement('#missing')).toBeNull();
  } finally {
    await browser.close();
  }
});

test('opens a page in the theme that its visitor chose', { timeout: 60_000 }, async () => {
  const site = createServer((_, response) => response.end('<title>Site</title>')).listen(0);
  await once(site, 'listening');
  const browser = await launchChromium();
  try {
    const tab = await openTab(browser);
    await tab.emulate({ width: 360, height: 640, theme: 'light' });
    const { port } = site.address() as AddressInfo;
    expect(await tab.visit(`http://localhost:${port}/`, () => tab.settle())).toEqual([]);
    expect(await tab.evaluate("localStorage.getItem('theme')")).toBe('light');
  } finally {
    await browser.close();
    site.close();
  }
});
