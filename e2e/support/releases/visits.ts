import { readLive } from '@carry/releases';
import { askLocally, localSocketOf } from 'workspace/ask-site';
import { publishRemote } from 'workspace/publish-remote';
import { expect, type Site } from '../site/fixtures';
import { bookingWith, storeOf } from './releases';

/** The heading of the usual canary. */
export const CANARY_WORDS = 'Book your canary session';

export interface Visit {
  cookie: string;
  composition: string;
  view: string;
}

/** A page as a new visitor gets it, or as one with a cookie does. */
export async function visit(site: Pick<Site, 'urls'>, cookie = ''): Promise<Visit> {
  const answer = await fetch(`${site.urls.site}/booking/1`, { headers: cookie ? { cookie } : {} });
  const [set = ''] = answer.headers.getSetCookie();
  const view = /"view":"([^"]+)"/.exec(await answer.text())?.[1] ?? '';
  return {
    cookie: cookie || (set.split(';')[0] ?? ''),
    composition: answer.headers.get('x-composition') ?? '',
    view,
  };
}

/** The socket on which a site talks to this machine. */
export const socketOf = ({ urls }: Site) => localSocketOf(Number(new URL(urls.site).port));

interface Status {
  revision: number;
  storeLagSeconds: number;
  deviations: object[];
  rendering: { live: { processes: number; stops: number } };
  findings: { remote: string; finding: string; count: number }[];
  releases: {
    remote: string;
    version: string;
    used: number;
    rejection: number;
    vitals: Record<string, { mean: number; count: number }>;
  }[];
}

/** What the site says of itself on this machine. */
export const statusOf = async (site: Site) =>
  JSON.parse((await askLocally(socketOf(site), '/_shell/status')).text) as Status;

/** Tells the site what a page saw; `from`: the visitor's address, for a site behind one proxy of ours. */
export const report = (site: Pick<Site, 'urls'>, view: string, reports: object[], from?: string) =>
  fetch(`${site.urls.site}/_shell/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from && { 'x-forwarded-for': from }) },
    body: JSON.stringify({ view, reports }),
  });

/** Gives a build of mf-booking to a share of the visitors; answers its version. */
export async function canaryAt(
  site: Site,
  percent: number,
  dist = bookingWith(CANARY_WORDS),
): Promise<string> {
  const { version } = await publishRemote('mf-booking', storeOf(site), 'test', dist, {
    target: { percent },
  });
  await caughtUp(site);
  // the pointer is followed a moment before the release is
  if (percent === 100)
    await expect.poll(async () => (await visit(site)).composition).toContain(version);
  return version;
}

/** Waits until the site serves what the store points to. */
export async function caughtUp(site: Site): Promise<void> {
  const revision = async () => (await statusOf(site)).revision;
  await expect.poll(revision).toBe((await readLive(storeOf(site))).revision);
}
