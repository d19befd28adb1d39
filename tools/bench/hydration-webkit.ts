import { setTimeout as sleep } from 'node:timers/promises';
import { WebKit, whyNoWebKit } from 'e2e/webkit';
import type { Origins } from './both-ways';
import { compare, head, type Rows } from './hydration-rows';
import { HYDRATED, type Marks, observe } from './marks';
import { pages } from './pages';
import { table } from './table';

const PHONE = { width: 390, height: 844 };
const TAP_MS = 2000;
/** Work that follows the load event, in ms. */
const SETTLING_MS = 2000;
const MENU = { css: 'header summary, header button[aria-expanded]', name: 'Menu' };

type Build = keyof Origins;

async function visit(
  origins: Origins,
  build: Build,
  { path, tap }: { path: string; tap: boolean },
): Promise<Partial<Marks>> {
  const script = `globalThis.__name = (value) => value; (${observe.toString()})('${HYDRATED[build]}')`;
  const engine = await WebKit.start(origins[build], PHONE, script);
  try {
    const started = performance.now();
    await engine.openAsServed(path);
    if (tap) {
      await sleep(Math.max(0, started + TAP_MS - performance.now()));
      await engine.click(MENU);
    }
    await engine.until('a loaded page', () => document.readyState === 'complete');
    await sleep(SETTLING_MS);
    return await engine.evaluate(() => {
      const { marks } = globalThis as unknown as { marks: Partial<Marks> };
      const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return { ...marks, ...(fcp && { fcp }) };
    });
  } finally {
    await engine.close();
  }
}

async function visitInTurn(
  origins: Origins,
  { runs, ...options }: { path: string; tap: boolean; runs: number },
): Promise<Record<Build, Partial<Marks>[]>> {
  const all: Record<Build, Partial<Marks>[]> = { composed: [], spa: [] };
  for (let run = 0; run < runs; run++)
    for (const build of ['composed', 'spa'] as const)
      all[build].push(await visit(origins, build, options));
  return all;
}

/** Measures in WebKit when pages of both builds respond. Returns a section of the results. Its driver slows neither the processor nor the line. */
export async function measureInWebKit(origins: Origins, runs: number): Promise<string> {
  const why = whyNoWebKit();
  if (why) return `## Until a page responds in WebKit\n\n**Not measured: ${why}.**\n`;
  const rows: Rows = [];
  for (const path of pages) {
    const all = await visitInTurn(origins, { path, tap: false, runs });
    const both = (words: string, what: keyof Marks) =>
      compare(
        `\`${path}\` ${words}`,
        all.composed.map((marks) => marks[what]),
        all.spa.map((marks) => marks[what]),
      );
    rows.push(both('first contentful paint', 'fcp'), both('hydrated', 'hydrated'));
    if (path.startsWith('/booking/')) rows.push(both('days with their times painted', 'days'));
  }
  const taps = await visitInTurn(origins, { path: '/', tap: true, runs });
  const delays = (build: Build) =>
    taps[build].map(({ tapped, opened }) =>
      tapped === undefined || opened === undefined ? undefined : opened - tapped,
    );
  const what = `\`/\` a tap on the menu after ${TAP_MS / 1000} s, until the menu is there`;
  rows.push(compare(what, delays('composed'), delays('spa')));
  return `## Until a page responds in WebKit\n\nWebKitGTK, driven by WebKitWebDriver, ${PHONE.width}×${PHONE.height}, empty cache, median of ${runs}, on this machine's processor and line, which the driver cannot slow; – never happened; in brackets all runs:\n\n${table(head, rows)}\n`;
}
