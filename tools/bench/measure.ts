import http from 'node:http';
import type { Browser, Page } from 'playwright';

const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1.6e6 / 8;
const CPU_SLOWDOWN = 4;

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

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

/** What a page asks for until the network is quiet: all requests, and its JavaScript in both encodings. */
export async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage();
  const asked: string[] = [];
  const scripts = new Set<string>();
  page.on('request', (request) => {
    asked.push(request.url());
    // what is fetched for other pages is not a script of this one
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
    requests: asked.length,
    scripts: scripts.size,
    brotli: await sum('br'),
    gzip: await sum('gzip'),
  };
}

/** A page in a browser of its own cache, on a slow machine behind a slow network. */
export async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript('globalThis.__name = (value) => value'); // tsx marks functions with it, also those that are sent to the page
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  return page;
}

/** First and largest contentful paint, in ms. */
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

/** From the click on a link to the next page's heading, in ms; `pointed`: after the pointer has rested on the link. */
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
