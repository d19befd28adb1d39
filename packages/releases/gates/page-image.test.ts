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
