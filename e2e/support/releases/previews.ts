import { listPreviews, signPreview } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import type { Site } from '../site/fixtures';
import { bookingWith, openStore } from './releases';

/** Heading of the previewed booking form. */
export const PREVIEWED = 'Book your previewed session';
export const HOUR_MS = 3_600_000;

const getSecret = (site: Site) => site.env['PREVIEW_SECRET'] as string;

/** Returns the query of a signed preview link. */
export const createLink = (
  site: Site,
  channel: string,
  {
    remote = 'mf-booking',
    secret = getSecret(site),
    inMs = HOUR_MS,
    expires = new Date(Date.now() + inMs),
  } = {},
) =>
  `preview=${signPreview(secret, { remote, channel, expires: Math.floor(expires.getTime() / 1000) * 1000 })}`;

/** Publishes a build to a channel for an hour and returns its version. */
export async function publishPreview(
  site: Site,
  channel: string,
  { remote = 'mf-booking', dist = bookingWith(PREVIEWED) } = {},
): Promise<string> {
  const target = { channel, expires: new Date(Date.now() + HOUR_MS) };
  return (await publishRemote(remote, openStore(site), { why: 'test', dist, target })).version;
}

/** Ends all previews of a site. The live releases stay. */
export async function removePreviews(site: Site): Promise<void> {
  const store = openStore(site);
  for (const { channel } of await listPreviews(store))
    await store.remove(`previews/${channel}.json`);
}
