import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readLive } from '@carry/releases';
import type { Page } from 'playwright/test';
import { publishRemote } from 'workspace/publish-remote';
import type { Site } from '../site/fixtures';
import { expect } from '../site/fixtures';
import { publishedStore } from '../site/global-setup';
import { signedStore } from '../site/keys';
import { buildVariant } from './variant';

export const FAILED = 'This part of the page could not be loaded';

export const openStore = (site: Site) => signedStore(site.store);

export const liveVersion = async (site: Site, remote: string) =>
  (await readLive(openStore(site))).remotes[remote]?.version ?? '';

/** Restores the worker's store to the initial releases. */
export async function restore(site: Site): Promise<void> {
  await site.services.site.stop();
  rmSync(site.store, { recursive: true, force: true });
  rmSync(site.lastGood, { recursive: true, force: true });
  cpSync(publishedStore, site.store, { recursive: true });
  await site.restart('site');
}

/** Builds mf-booking with another form heading. */
export const bookingWith = (words: string): string =>
  buildVariant('mf-booking', [
    { file: 'booking/booking-form.tsx', from: 'Book a session', to: words },
  ]);

/** Publishes such a build live and returns its version. */
export async function publishBooking(site: Site, words: string): Promise<string> {
  return (
    await publishRemote('mf-booking', openStore(site), { why: 'test', dist: bookingWith(words) })
  ).version;
}

/** Resolves when a page is composed with the release. */
export async function waitForRelease(site: Site, version: string): Promise<void> {
  const composition = async () => (await fetch(site.urls.site)).headers.get('x-composition');
  await expect.poll(composition, { timeout: 5000, intervals: [50] }).toContain(version);
}

export const webFolder = (site: Site, remote: string, version: string) =>
  path.join(site.store, remote, version, 'web');

/** Checks that header and footer are visible. */
export const expectFrame = async (page: Page) => {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
};
