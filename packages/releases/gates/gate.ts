import type { Candidate } from '../src/checks/candidate';
import type { Store } from '../src/stores/store';
import { openCandidateSite, type StartSite } from './candidate-site';
import { launchChromium } from './chromium';
import { openTab } from './gate-tab';
import { siteGate } from './site-gate';

export type { StartSite };

const TABS = 2;

/** Tries a candidate in a real browser, on the whole site with the live releases. Browser and site start during the build. */
export function openGate({
  store,
  startSite,
  report = () => {},
}: {
  store: Store;
  startSite: StartSite;
  report?: (step: string) => void;
}) {
  const browser = launchChromium(); // one cache for all pages, as a visitor has
  const tabs = browser.then((opened) =>
    Promise.all(Array.from({ length: TABS }, () => openTab(opened))),
  );
  const site = openCandidateSite(store, startSite);
  for (const start of [tabs, site]) start.catch(() => {}); // the gate awaits it and reports the error

  let running: Promise<void> | undefined;
  const end = async () => {
    await Promise.allSettled([tabs, site, running]); // closing during a page load causes unrelated errors
    // the gate reports a failed start
    await browser.then((opened) => opened.close()).catch(() => {});
    await site.then(({ close }) => close()).catch(() => {});
  };
  let ending: Promise<void> | undefined;
  const close = () => {
    ending ??= end();
    return ending;
  };
  const tryOnSite = (candidate: Candidate): Promise<void> => {
    report('trying it on the whole site');
    running = Promise.all([site, tabs]).then(async ([opened, open]) => {
      for (const notice of await siteGate(candidate, opened, open)) report(notice);
    });
    void close(); // after the gate, in parallel with the upload
    return running;
  };
  return {
    tryOnSite,
    // a failed start has no browser to close
    stop: () => void browser.then((opened) => opened.close()).catch(() => {}),
    close,
  };
}
