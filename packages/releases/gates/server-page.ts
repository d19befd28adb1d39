import { setTimeout as sleep } from 'node:timers/promises';
import type { Candidate } from '../src/checks/candidate';
import type { CandidateSite } from './candidate-site';
import { refusePage } from './refuse-page';

/** The shell lets a release cool down this long after it hung. */
const COOLDOWN_MS = 5500;
/** What renders pages was still busy with others, or with its start. */
const BUSY_MS = 1000;

/** How long to wait before a page that was not rendered for this reason is asked for once more; 0: there is nothing to wait for. */
function pauseAfter(reason: string): number {
  if (/longer than/.test(reason)) return COOLDOWN_MS;
  return /too many pages/.test(reason) ? BUSY_MS : 0;
}

/** A page that a candidate is tried on; `isOwn`: it belongs to the candidate. */
export interface TriedPage {
  pathname: string;
  isOwn: boolean;
}

/** Asks the server for a page, and refuses a candidate whose page it cannot send whole; answers whether there is one to open. */
export async function isSent(
  { pathname, isOwn }: TriedPage,
  candidate: Candidate,
  { url, lines }: CandidateSite,
): Promise<boolean> {
  const { version } = candidate.record;
  for (let isLast = false; ; isLast = true) {
    const response = await fetch(url + pathname, { redirect: 'manual' });
    const html = await response.text();
    if (response.status >= 500)
      await refusePage(candidate, pathname, `the server answers ${response.status}`);
    if (response.status >= 300 && response.status < 400) return false;
    if (!isOwn || html.includes(`data-release="${version}"`)) return true;
    const reason = lines.findLast((line) => line.startsWith(`${pathname}:`)) ?? 'it gave no reason';
    const pause = pauseAfter(reason);
    if (isLast || !pause)
      await refusePage(candidate, pathname, `the server sends it without its HTML: ${reason}`);
    await sleep(pause); // until the shell renders this release again
  }
}
