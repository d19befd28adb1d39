import type { Candidate } from '../src/checks/candidate';
import type { Store } from '../src/stores/store';
import { openCandidateSite, type StartSite } from './candidate-site';
import { launchChromium } from './chromium';
import { openTab } from './gate-tab';
import { siteGate } from './site-gate';
import { standaloneGate } from './standalone-gate';

export type { StartSite };

const GATES = 2;
const TABS = 2;

/** Runs a candidate through two gates in a real browser: its standalone page, and the whole site with the live releases. They start up during the build. */
export function openGates({
  store,
  startSite,
  dist,
  report = () => {},
}: {
  store: Store;
  startSite: StartSite;
  dist: string | Promise<string>;
  report?: (step: string) => void;
}) {
  const browser = launchChromium(); // one cache for all pages, as a visitor has
  const tabs = browser.then((opened) =>
    Promise.all(Array.from({ length: TABS }, () => openTab(opened))),
  );
  const site = openCandidateSite(store, startSite);
  for (const start of [tabs, site]) start.catch(() => {}); // a gate that awaits it reports the error

  const running: Promise<void>[] = [];
  const end = async () => {
    await Promise.allSettled([tabs, site, ...running]); // closing during a page load causes unrelated errors
    // a failed start is reported by the gate that awaits it
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
    if (running.length === GATES) void close(); // after both gates, in parallel with the upload
    return run;
  };
  const standalone = tracked(async (candidate) => {
    report('opening its standalone page');
    const tab = await openTab(await browser);
    const folder = await dist;
    await candidate.checks.run('standalone page', () => standaloneGate(candidate, folder, tab));
  });
  const onSite = tracked(async (candidate) => {
    report('trying it on the whole site');
    await siteGate(candidate, await site, await tabs);
  });
  return {
    all: [standalone, onSite],
    /** Closes the browser, and with it the gates. */
    // a failed start has no browser to close
    stop: () => void browser.then((opened) => opened.close()).catch(() => {}),
    close,
  };
}
