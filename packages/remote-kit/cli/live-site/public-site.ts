import { type LiveClaims, liveClaims } from '@carry/contracts/release';
import { CONTRACT_VERSION } from '@carry/contracts/shell';
import { type Owners, owners, type Served, served } from '@carry/contracts/site';
import { checkKit, describeFailure } from '@carry/releases';
import { sharedVersions } from '../../bundler/common';
import { readBoot } from './page';

const BUDGET_MS = 15_000;

export interface PublicSite {
  serves: Served;
  owners: Owners;
  /** Null: the site is older and does not publish it. */
  live: LiveClaims[] | null;
}

async function read(url: URL): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(BUDGET_MS) }).catch((cause: Error) => {
    throw new Error(
      `cannot reach ${url}: ${describeFailure(cause)}; check the address, your network and proxy`,
      { cause },
    );
  });
}

/** Returns what a site serves. Throws if the site does not publish it. */
export async function readPublicSite(site: string): Promise<PublicSite> {
  const url = new URL('/_shell/site.json', site);
  const response = await read(url);
  if (!response.ok)
    throw new Error(
      `${url} answered with status ${response.status}; check that ${site} is a Carry site ("site" in package.json, or --site)`,
    );
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const serves = served.safeParse(body?.['serves']);
  const siteOwners = owners.safeParse(body?.['owners']);
  if (!serves.success || !siteOwners.success)
    throw new Error(
      `${url} does not list what the site serves; its operator can publish the list with 'releases site serve'`,
    );
  const live = liveClaims.array().safeParse(body?.['live']);
  return { serves: serves.data, owners: siteOwners.data, live: live.data ?? null };
}

/** Throws if a site does not support the contract of this kit or its shared modules. Needs no build. */
export const assertKitFits = (
  { name }: { name: string },
  { serves }: Pick<PublicSite, 'serves'>,
): void => checkKit({ name, contractVersion: CONTRACT_VERSION, shared: sharedVersions }, serves);

export const findConsumers = ({ live }: Pick<PublicSite, 'live'>, remote: string): string[] =>
  (live ?? [])
    .filter(({ consumes = [] }) => consumes.some((slot) => slot.startsWith(`${remote}.`)))
    .map(({ name }) => name);

interface SiteSetup {
  site: string;
  api: string;
  settings: Record<string, unknown>;
}

/** Returns the setup of the site at an address, which may redirect to it (`http:`, or a host without `www`). */
export async function readSetup(address: string): Promise<SiteSetup> {
  const url = new URL('/', address);
  const response = await read(url);
  const boot = readBoot(await response.text());
  if (!boot) throw new Error(`${response.url} is not a page of a Carry site`);
  return {
    site: new URL(response.url).origin,
    api: new URL(boot.apiUrl).origin,
    settings: boot.site.settings,
  };
}

export async function readLiveVersion(site: string, remote: string): Promise<string | null> {
  const response = await read(new URL(`/_shell/remotes/${remote}`, site));
  const body = (await response.json().catch(() => null)) as { version?: unknown } | null;
  return typeof body?.version === 'string' ? body.version : null;
}
