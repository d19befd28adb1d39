import { setTimeout as sleep } from 'node:timers/promises';
import type { Candidate } from '../src/checks/candidate';
import type { CandidateSite } from './candidate-site';
import { refusePage } from './refuse-page';

/** Cooldown of the shell after a release hung. */
export const COOLDOWN_MS = 5500;
const BUSY_MS = 1000;

/** Returns the pause before a retry, by the reason for the missing render; 0: no retry. */
function pauseAfter(reason: string): number {
  if (/longer than/.test(reason)) return COOLDOWN_MS;
  return /too many pages|in time|fail to start/.test(reason) ? BUSY_MS : 0;
}

export interface TriedPage {
  pathname: string;
  route: string;
  isOwn: boolean;
}

/** Requests a page and refuses the candidate if the server cannot render all of it. Returns true if there is a page to open. */
export async function isSent(
  page: TriedPage,
  candidate: Candidate,
  { url, lines }: CandidateSite,
): Promise<boolean> {
  const { version } = candidate.record;
  const { pathname, isOwn } = page;
  for (let isLast = false; ; isLast = true) {
    const response = await fetch(url + pathname, { redirect: 'manual' });
    const html = await response.text();
    if (response.status >= 500)
      await refusePage(candidate, page, `the server responds with ${response.status}`);
    if (response.status >= 300 && response.status < 400) return false;
    if (!isOwn || html.includes(`data-release="${version}"`)) return true;
    const reason = lines.findLast((line) => line.startsWith(`${pathname}:`)) ?? 'no reason given';
    const pause = pauseAfter(reason);
    if (isLast || !pause)
      await refusePage(candidate, page, `the server sends it without rendered HTML: ${reason}`);
    await sleep(pause); // until the shell renders this release again
  }
}
