import { chromium } from 'playwright';
import type { Candidate } from '../src/candidate';
import type { Store } from '../src/store';
import { launchOptions } from './browser';
import { openCandidateSite, type StartSite } from './candidate-site';
import { openTab } from './gate-tab';
import { siteGate } from './site-gate';
import { standaloneGate } from './standalone-gate';

export type { StartSite };

/** Pages of the whole site that are opened at a time. */
const TABS = 2;

/** Two gates that run a candidate in a real browser: on its own page, and on the whole site laid over what is live. They get ready while it is built. */
export function openGates(
  store: Store,
  startSite: StartSite,
  dist: string,
  report: (step: string) => void = () => {},
) {
  const browser = chromium.launch(launchOptions());
  const context = browser.then((opened) => opened.newContext()); // one cache for all pages, as a visitor has
  const tabs = context.then((visitor) =>
    Promise.all(Array.from({ length: TABS }, () => openTab(visitor))),
  );
  const site = openCandidateSite(store, startSite);
  for (const start of [tabs, site]) start.catch(() => {}); // a gate that waits for it says so

  const running: Promise<void>[] = [];
  const tracked = (gate: (candidate: Candidate) => Promise<void>) => (candidate: Candidate) => {
    const run = gate(candidate);
    running.push(run);
    return run;
  };
  const standalone = tracked(async (candidate) => {
    report('opening its standalone page');
    await standaloneGate(candidate, dist, await openTab(await context));
  });
  const onSite = tracked(async (candidate) => {
    report('trying it on the whole site');
    await siteGate(candidate, await site, await tabs);
  });
  return {
    all: [standalone, onSite],
    /** Ends what runs in the browser, and with it the gates. */
    stop: () => void browser.then((opened) => opened.close()).catch(() => {}),
    async close() {
      await Promise.allSettled([tabs, site, ...running]); // a browser that ends in the middle of a page load fails in ways of its own
      await browser.then((opened) => opened.close()).catch(() => {});
      await site.then(({ close }) => close()).catch(() => {});
    },
  };
}
