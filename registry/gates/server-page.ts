import { setTimeout as sleep } from 'node:timers/promises';
import type { Candidate } from '../src/candidate';
import type { CandidateSite } from './candidate-site';
import { refusePage } from './refuse-page';

/** The shell lets a release cool down this long after it hung. */
const COOLDOWN_MS = 5500;

/** A page that a candidate is tried on; `isOwn`: it belongs to the candidate. */
export interface TriedPage {
  pathname: string;
  isOwn: boolean;
}

/** Asks the server for a page, and refuses a candidate whose page it cannot send whole; answers whether there is one to open. */
export async function isSent(
  { pathname, isOwn }: TriedPage,
  { name, version }: Candidate['record'],
  { url, lines }: CandidateSite,
): Promise<boolean> {
  for (let isLast = false; ; isLast = true) {
    const response = await fetch(url + pathname, { redirect: 'manual' });
    const html = await response.text();
    if (response.status >= 500) refusePage(name, pathname, `the server answers ${response.status}`);
    if (response.status >= 300 && response.status < 400) return false;
    if (!isOwn || html.includes(`data-release="${version}"`)) return true;
    const reason = lines.findLast((line) => line.startsWith(`${pathname}:`)) ?? 'it gave no reason';
    if (isLast || !/longer than/.test(reason))
      refusePage(name, pathname, `the server sends it without its HTML: ${reason}`);
    await sleep(COOLDOWN_MS); // until the shell renders this release again
  }
}
