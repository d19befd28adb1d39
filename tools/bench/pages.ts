import type { Browser } from 'playwright';
import type { Origins } from './both-ways';
import { median, navigate, paint, transferred, weigh } from './measure';
import { compared, sideBySide, table } from './table';
import { serveWithoutScripts } from './without-scripts';

export const pages = ['/', '/cs2', '/booking/1'];
const journeys = [
  { from: '/cs2', href: '/booking/1', heading: 'Nova', pointed: false },
  { from: '/', href: '/login', heading: 'Login', pointed: false },
  { from: '/cs2', href: '/booking/1', heading: 'Nova', pointed: true },
  { from: '/', href: '/login', heading: 'Login', pointed: true },
];

async function weights(browser: Browser, origins: Origins, page: string): Promise<string[][]> {
  for (const origin of Object.values(origins)) await weigh(browser, origin + page); // warm-up of the servers
  const composed = await weigh(browser, origins.composed + page);
  const single = await weigh(browser, origins.spa + page);
  const script = (encoding: 'gzip' | 'brotli') =>
    compared(`\`${page}\` JavaScript, ${encoding}`, {
      composed: composed[encoding] / 1024,
      single: single[encoding] / 1024,
      unit: 'KB',
      digits: 1,
    });
  const requests = [
    `\`${page}\` requests (scripts)`,
    `${composed.requests} (${composed.scripts})`,
    `${single.requests} (${single.scripts})`,
    (composed.requests / single.requests).toFixed(2),
  ];
  return [script('gzip'), script('brotli'), requests];
}

async function inTurn<T>(origins: Origins, runs: number, measure: (origin: string) => Promise<T>) {
  const all = { composed: [] as T[], spa: [] as T[] };
  for (let run = 0; run < runs; run++)
    for (const key of ['composed', 'spa'] as const) all[key].push(await measure(origins[key]));
  return all;
}

async function limits(browser: Browser, composed: string, runs: number): Promise<string> {
  const bare = await serveWithoutScripts(composed, pages);
  const rows: string[][] = [];
  try {
    for (const page of pages) {
      const times = { own: [] as number[], bare: [] as number[] };
      for (let run = 0; run < runs; run++) {
        times.own.push((await paint(browser, composed + page)).lcp);
        times.bare.push((await paint(browser, bare.origin + page)).lcp);
      }
      const [own, without] = [median(times.own), median(times.bare)];
      const bytes = await transferred(composed + page, 'gzip');
      rows.push([
        `\`${page}\``,
        `${(bytes / 1024).toFixed(1)} KB`,
        `${own.toFixed(0)} ms`,
        `${without.toFixed(0)} ms`,
        (own / without).toFixed(2),
      ]);
    }
  } finally {
    bare.close();
  }
  const head = ['page', 'HTML, gzip', 'largest paint', 'the same HTML without scripts', 'ratio'];
  return table(head, rows);
}

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
      rows.push(compared(`\`${page}\` ${words}`, { composed: of(composed), single: of(spa) }));
    }
  }
  for (const { from, ...journey } of journeys) {
    const { composed, spa } = await inTurn(origins, runs, (origin) =>
      navigate(browser, origin + from, journey),
    );
    const pointed = journey.pointed ? 'after the pointer rested there, ' : '';
    const what = `\`${from}\` → \`${journey.href}\`, ${pointed}click to heading`;
    rows.push(compared(what, { composed: median(composed), single: median(spa) }));
  }
  const limit = await limits(browser, origins.composed, runs);
  return `## Pages\n\n${sideBySide(rows)}\n\n${limit}\n`;
}
