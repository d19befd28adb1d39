import type { Candidate } from '../src/checks/candidate';
import type { Store } from '../src/stores/store';
import { openCandidateSite, type StartSite } from './candidate-site';
import { launchChromium } from './chromium';
import { openTab } from './gate-tab';
import { siteGate } from './site-gate';
import { standaloneGate } from './standalone-gate';

export type { StartSite };

/** How many gates there are. */
const GATES = 2;
/** Pages of the whole site that are opened at a time. */
const TABS = 2;

/** Two gates that run a candidate in a real browser: on its own page, and on the whole site laid over what is live. They get ready while it is built. */
export function openGates(
  store: Store,
  startSite: StartSite,
  dist: string | Promise<string>,
  report: (step: string) => void = () => {},
) {
  const browser = launchChromium(); // one cache for all pages, as a visitor has
  const tabs = browser.then((opened) =>
    Promise.all(Array.from({ length: TABS }, () => openTab(opened))),
  );
  const site = openCandidateSite(store, startSite);
  for (const start of [tabs, site]) start.catch(() => {}); // a gate that waits for it says so

  const running: Promise<void>[] = [];
  const end = async () => {
    await Promise.allSettled([tabs, site, ...running]); // a browser that ends in the middle of a page load fails in ways of its own
    await browser.then((opened) => opened.close()).catch(() => {});
    await site.then(({ close }) => close()).catch(() => {});
  };
  let ending: Promise<void> | undefined;
  const close = () => {
    ending ??= end();
    return ending;
  };
  const tracked = (gate: (candidate: Candidate) => Promise<void>) => (candidate: Candidate) => {
    const run = gate(candidate);
    running.push(run);
    if (running.length === GATES) void close(); // once they have ended, beside the upload of what passed
    return run;
  };
  const standalone = tracked(async (candidate) => {
    report('opening its standalone page');
    await standaloneGate(candidate, await dist, await openTab(await browser));
  });
  const onSite = tracked(async (candidate) => {
    report('trying it on the whole site');
    await siteGate(candidate, await site, await tabs);
  });
  return {
    all: [standalone, onSite],
    /** Ends what runs in the browser, and with it the gates. */
    stop: () => void browser.then((opened) => opened.close()).catch(() => {}),
    close,
  };
}
