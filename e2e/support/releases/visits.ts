import { askLocally, getLocalSocket, readLive } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { expect, type Site } from '../site/fixtures';
import { bookingWith, openStore } from './releases';

export const CANARY_WORDS = 'Book your canary session';

export interface Visit {
  cookie: string;
  composition: string;
  view: string;
}

/** Fetches a page as a new visitor, or with a cookie. */
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

export const getSocket = ({ urls }: Site) => getLocalSocket(Number(new URL(urls.site).port));

interface Status {
  revision: number;
  storeLagSeconds: number;
  deviations: object[];
  rendering: { live: { processes: number; stops: number } };
  decisions: { remote: string; decision: string; count: number }[];
  releases: {
    remote: string;
    version: string;
    used: number;
    rejection: number;
    vitals: Record<string, { mean: number; count: number }>;
  }[];
}

/** Returns the site's status from its local socket. */
export const readStatus = async (site: Site) =>
  JSON.parse((await askLocally(getSocket(site), '/_shell/status')).text) as Status;

interface SentReports {
  view: string;
  reports: object[];
  /** Client address behind one trusted proxy. */
  from?: string | undefined;
}

/** Sends client reports to the site. */
export const report = (site: Pick<Site, 'urls'>, { view, reports, from }: SentReports) =>
  fetch(`${site.urls.site}/_shell/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from && { 'x-forwarded-for': from }) },
    body: JSON.stringify({ view, reports }),
  });

/** Publishes a canary of mf-booking and returns its version. */
export async function canaryAt(
  site: Site,
  percent: number,
  dist = bookingWith(CANARY_WORDS),
): Promise<string> {
  const { version } = await publishRemote('mf-booking', openStore(site), {
    why: 'test',
    dist,
    target: { percent },
  });
  await caughtUp(site);
  // the pointer is read before the release
  if (percent === 100)
    await expect.poll(async () => (await visit(site)).composition).toContain(version);
  return version;
}

/** Resolves when the site serves the live releases of the store. */
export async function caughtUp(site: Site): Promise<void> {
  const revision = async () => (await readStatus(site)).revision;
  await expect.poll(revision).toBe((await readLive(openStore(site))).revision);
}
