import type { Browser } from 'playwright';
import type { Origins } from './both-ways';
import { median, navigate, paint, weigh } from './measure';
import { compared, sideBySide } from './table';

export const pages = ['/', '/cs2', '/booking/1'];
const journeys = [
  { from: '/cs2', href: '/booking/1', heading: 'Nova', pointed: false },
  { from: '/', href: '/login', heading: 'Login', pointed: false },
  { from: '/cs2', href: '/booking/1', heading: 'Nova', pointed: true },
  { from: '/', href: '/login', heading: 'Login', pointed: true },
];

async function weights(browser: Browser, origins: Origins, page: string): Promise<string[][]> {
  for (const origin of Object.values(origins)) await weigh(browser, origin + page); // first renders and caches of the servers
  const composed = await weigh(browser, origins.composed + page);
  const single = await weigh(browser, origins.spa + page);
  const script = (encoding: 'gzip' | 'brotli') =>
    compared(
      `\`${page}\` JavaScript, ${encoding}`,
      'KB',
      composed[encoding] / 1024,
      single[encoding] / 1024,
      1,
    );
  const requests = [
    `\`${page}\` requests (scripts)`,
    `${composed.requests} (${composed.scripts})`,
    `${single.requests} (${single.scripts})`,
    (composed.requests / single.requests).toFixed(2),
  ];
  return [script('gzip'), script('brotli'), requests];
}

/** So many runs of both ways in turn. */
async function inTurn<T>(origins: Origins, runs: number, measure: (origin: string) => Promise<T>) {
  const all = { composed: [] as T[], spa: [] as T[] };
  for (let run = 0; run < runs; run++)
    for (const key of ['composed', 'spa'] as const) all[key].push(await measure(origins[key]));
  return all;
}

/** What pages weigh, when they are painted, and how long the way from one to another takes: a section of the results. */
export async function measurePages(
  browser: Browser,
  origins: Origins,
  runs: number,
): Promise<string> {
  const rows: string[][] = [];
  for (const page of pages) rows.push(...(await weights(browser, origins, page)));
  for (const page of pages) {
    const { composed, spa } = await inTurn(origins, runs, (origin) =>
      paint(browser, origin + page),
    );
    for (const [key, words] of [
      ['fcp', 'first contentful paint'],
      ['lcp', 'largest contentful paint'],
    ] as const) {
      const of = (times: typeof spa) => median(times.map((time) => time[key]));
      rows.push(compared(`\`${page}\` ${words}`, 'ms', of(composed), of(spa)));
    }
  }
  for (const { from, ...journey } of journeys) {
    const { composed, spa } = await inTurn(origins, runs, (origin) =>
      navigate(browser, origin + from, journey),
    );
    const pointed = journey.pointed ? 'after the pointer rested there, ' : '';
    const what = `\`${from}\` → \`${journey.href}\`, ${pointed}click to heading`;
    rows.push(compared(what, 'ms', median(composed), median(spa)));
  }
  return `## Pages\n\n${sideBySide(rows)}\n`;
}
