import http from 'node:http';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright';

const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1.6e6 / 8;
const CPU_SLOWDOWN = 4;

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export interface Measurement {
  what: string;
  unit: string;
  value: number;
}

export interface Weight {
  requests: number;
  scripts: number;
  brotli: number;
  gzip: number;
}

export const transferred = (url: string, encoding: string) =>
  new Promise<number>((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve(bytes));
      })
      .on('error', reject);
  });

export async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const scripts = new Set<string>();
  page.on('request', (request) => {
    requests.push(request.url());
    // prefetched files are not scripts of this page
    if (/\.js(\?|$)/.test(request.url()) && request.resourceType() === 'script')
      scripts.add(request.url());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.close();
  const sum = async (encoding: string) =>
    (await Promise.all([...scripts].map((script) => transferred(script, encoding)))).reduce(
      (a, b) => a + b,
      0,
    );
  return {
    requests: requests.length,
    scripts: scripts.size,
    brotli: await sum('br'),
    gzip: await sum('gzip'),
  };
}

export async function slowPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  await context.addInitScript('globalThis.__name = (value) => value'); // tsx adds calls of it to functions, also to those evaluated in the page
  const page = await context.newPage();
  await throttle(page);
  return page;
}

export async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  return session;
}

export async function paint(browser: Browser, url: string): Promise<{ fcp: number; lcp: number }> {
  const page = await slowPage(browser);
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  const times = await page.evaluate(
    () =>
      new Promise<{ fcp: number; lcp: number }>((resolve) => {
        new PerformanceObserver((list) => {
          const lcp = list.getEntries().at(-1)?.startTime ?? 0;
          const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
          resolve({ fcp, lcp });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await page.context().close();
  return times;
}

/** Returns the time from a click on a link to the next page's heading, in ms. `pointed`: hovers over the link first. */
export async function navigate(
  browser: Browser,
  from: string,
  { href, heading, pointed }: { href: string; heading: string; pointed: boolean },
): Promise<number> {
  const page = await slowPage(browser);
  await page.goto(from, { waitUntil: 'networkidle', timeout: 60_000 });
  if (pointed) {
    await page
      .locator(`main a[href="${href}"]:visible, header a[href="${href}"]:visible`)
      .first()
      .hover();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
  }
  const elapsed = await page.evaluate(
    ([href, heading]) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const look = () => {
          if (document.querySelector('h1')?.textContent === heading)
            resolve(performance.now() - started);
          else requestAnimationFrame(look);
        };
        document
          .querySelector<HTMLElement>(`main a[href="${href}"], header a[href="${href}"]`)
          ?.click();
        look();
      }),
    [href, heading] as const,
  );
  await page.context().close();
  return elapsed;
}
