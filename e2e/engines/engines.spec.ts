// Firefox and WebKit as their vendors ship them. Playwright's builds are patched.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demo } from 'api/demo';
import axe from 'axe-core';
import { root } from 'workspace';
import {
  coachPages,
  open,
  openToo,
  operatorPages,
  sizes,
  studentPages,
} from '../support/pages/screens';
import { readStatus } from '../support/releases/visits';
import { test as base, expect, type Site, startSite } from '../support/site/fixtures';
import { backFromPayment, reloadedForms } from './documents';
import type { Engine } from './engine';
import {
  formBeforeHydration,
  formOnSlowRemote,
  history,
  historyBeforeHydration,
  latePlace,
  missingPage,
  missingRemote,
  missingShell,
  parallelScripts,
  sectionOfText,
  slowRemote,
} from './faults';
import { Firefox, whyNoFirefox } from './firefox';
import { phoneFrame, wideFrame } from './frame';
import {
  bookAsMember,
  coachJourney,
  enterConsole,
  logIn,
  reviewerJourney,
  signOut,
  studentJourney,
} from './journeys';
import { type FaultProxy, startProxy } from './proxy';
import { WebKit, whyNoWebKit } from './webkit';

const PICTURES = path.join(root, 'test-results/engines');
const [PHONE, DESKTOP] = sizes as [(typeof sizes)[number], (typeof sizes)[number]];
const SHORT_LOOKS = ['/', '/booking/1'];

const test = base.extend<object, { front: FaultProxy; site: Site }>({
  front: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const front = await startProxy();
      await use(front);
      await front.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ front }, use) => {
      const site = await startSite({ SITE_URL: front.url });
      front.target = site.urls.site;
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const engines = [
  { name: 'Firefox', why: whyNoFirefox(), start: Firefox.start },
  { name: 'WebKit', why: whyNoWebKit(), start: WebKit.start },
] as const;

async function savePicture(engine: Engine, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const file = `${engine.name.toLowerCase()}-${name.replaceAll(/\W+/g, '-')}.png`;
  writeFileSync(path.join(PICTURES, file), await engine.screenshot());
}

interface Axe {
  run(
    page: Document,
    options: object,
  ): Promise<{ passes: unknown[]; violations: { id: string; nodes: { target: string[] }[] }[] }>;
}

/** Returns the accessibility violations that axe finds in an engine. */
async function violations(engine: Engine): Promise<string[]> {
  await engine.load(axe.source);
  await engine.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: Axe };
    void axe.run(document, { preload: false, resultTypes: ['violations'] }).then((result) =>
      Object.assign(globalThis, {
        found:
          result.passes.length < 10
            ? ['axe found nothing to check']
            : result.violations.flatMap(({ id, nodes }) =>
                nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
              ),
      }),
    );
  });
  return (
    (await engine.until('result of axe', () => (globalThis as { found?: string[] }).found)) ?? []
  );
}

/** Opens a page and checks for errors, accessibility and content wider than the window. */
async function look(engine: Engine, address: string, width: number): Promise<void> {
  await engine.open(address);
  await engine.until('content', () => document.querySelector('main h1') !== null);
  await engine.until('data and pictures', () => {
    const text = document.querySelector('main')?.textContent ?? '';
    const isLoading = text.includes('\u2007') || /Loading [^.]*(\.\.\.|…)/.test(text);
    const { images } = document;
    return (
      !isLoading && [...images].every(({ complete, loading }) => complete || loading === 'lazy')
    );
  });
  await savePicture(engine, `${width}${address}`);
  const overflow = await engine.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${address} at ${width} px`).toBeLessThanOrEqual(0);
  expect(await violations(engine), `${address} at ${width} px`).toEqual([]);
  expect(await engine.problems(), `${address} at ${width} px`).toEqual([]);
}

async function lookAtAll(engine: Engine, addresses: readonly string[]): Promise<void> {
  for (const size of sizes) {
    await engine.resize(size);
    for (const address of addresses) await look(engine, address, size.width);
  }
  await engine.resize(DESKTOP);
}

for (const { name, why, start } of engines)
  test.describe(name, () => {
    test.describe.configure({ timeout: 400_000 });
    if (why) console.log(`skipped: ${name}, because ${why}`);
    test.skip(Boolean(why), `${why}`);

    async function within(
      front: FaultProxy,
      work: (engine: Engine) => Promise<void>,
      size = DESKTOP,
    ): Promise<void> {
      front.getFault = () => null;
      const engine = await start(`${front.url}`, size);
      try {
        await work(engine);
        expect(await engine.problems()).toEqual([]);
      } catch (error) {
        await savePicture(engine, `failed ${test.info().title}`).catch(() => {});
        throw error;
      } finally {
        await engine.close();
      }
    }

    test('survives faults, shows the main pages and books', async ({ front, site }) => {
      await within(
        front,
        async (engine) => {
          await missingShell(engine, front);
          await formBeforeHydration(engine, front);
          await missingRemote(engine, front);
          for (const address of SHORT_LOOKS) await look(engine, address, PHONE.width);
          await engine.resize(DESKTOP);
          await bookAsMember(engine);
        },
        PHONE,
      );
      // neither engine measures layout shifts or long tasks, and 0 would be a measurement
      const { releases } = await readStatus(site);
      expect(releases.reduce((sum, { used }) => sum + used, 0)).toBeGreaterThan(0);
      const getCount = (metric: string) =>
        releases.reduce((sum, { vitals }) => sum + (vitals[metric]?.count ?? 0), 0);
      expect([getCount('CLS'), getCount('TBT')]).toEqual([0, 0]);
      expect(getCount('TTI')).toBeGreaterThan(0);
    });

    test('keeps header, menu and footer at both widths', {
      tag: [
        '@full',
        '@spec-1.12',
        '@spec-2.44',
        '@spec-2.46',
        '@spec-2.47',
        '@spec-2.48',
        '@spec-2.49',
      ],
    }, async ({ front }) => {
      await within(
        front,
        async (engine) => {
          await phoneFrame(engine);
          await engine.resize(DESKTOP);
          await wideFrame(engine);
        },
        PHONE,
      );
    });

    test('loads the scripts of a remote in parallel', { tag: '@full' }, async ({ front }) => {
      await within(front, (engine) => parallelScripts(engine, front));
    });

    test('a student registers, books and pays', { tag: '@full' }, async ({ front, site }) => {
      await within(front, (engine) => studentJourney(engine, site));
    });

    test('a coach works and keeps changes', { tag: '@full' }, async ({ front }) => {
      await within(front, async (engine) => {
        await bookAsMember(engine);
        await coachJourney(engine);
      });
    });

    test('a reviewer opens and leaves a preview', { tag: '@full' }, async ({ front, site }) => {
      await within(front, (engine) => reviewerJourney(engine, site));
    });

    test('keeps input and the place on a slow line', { tag: '@full' }, async ({ front }) => {
      await within(
        front,
        async (engine) => {
          await formOnSlowRemote(engine, front);
          await slowRemote(engine, front);
          await logIn(engine, demo.student);
          await latePlace(engine);
        },
        PHONE,
      );
    });

    test('goes back and forward and reports missing pages', { tag: '@full' }, async ({ front }) => {
      await within(front, async (engine) => {
        await history(engine);
        await historyBeforeHydration(engine, front);
        await sectionOfText(engine, front);
        await missingPage(engine);
      });
    });

    test('returns from the payment page and reloads forms', { tag: '@full' }, async ({ front }) => {
      await within(front, async (engine) => {
        await backFromPayment(engine);
        await reloadedForms(engine);
      });
    });

    test('shows the pages of students and coaches at both widths', {
      tag: '@full',
    }, async ({ front }) => {
      await within(front, async (engine) => {
        await bookAsMember(engine);
        const booking = await engine.evaluate(
          () => document.querySelector('a[href^="/sessions/"]')?.getAttribute('href') ?? '',
        );
        await lookAtAll(engine, [...studentPages, booking]);
        await signOut(engine);
        await logIn(engine, demo.coach);
        const id = booking.split('/').at(-1);
        const ofCoach = ['/coach-dashboard', '/coach/earnings', `/coach/bookings/${id}`];
        await lookAtAll(engine, [...ofCoach, ...Object.keys(coachPages)]);
      });
    });

    test("shows the operator's console at both widths", { tag: '@full' }, async ({ front }) => {
      const { target } = front;
      const site = await startSite({ SITE_URL: front.url, SEED_MARKETPLACE: 'yes' });
      front.target = site.urls.site;
      try {
        await within(front, async (engine) => {
          await enterConsole(engine);
          await lookAtAll(engine, operatorPages);
        });
      } finally {
        front.target = target;
        await site.stop();
      }
    });

    for (const size of sizes)
      test(`shows every public page at ${size.width} px`, { tag: '@full' }, async ({ front }) => {
        await within(
          front,
          async (engine) => {
            for (const address of [...open, ...openToo]) await look(engine, address, size.width);
          },
          size,
        );
      });
  });
