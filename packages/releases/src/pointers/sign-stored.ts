import { encode } from '../documents/document';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { changeLive, readLive } from './live';
import { changeSite, readSite } from './site';

interface SigningStores {
  /** Reads documents that the signed store would reject. */
  unsigned: Store;
  signed: Store;
}

/** Signs a stored release again; without a version the live one, its canary, its history and the pointer. Returns the signed versions. */
export async function signStored(
  { unsigned, signed }: SigningStores,
  remote: string,
  { version, why }: { version?: string | undefined; why: string },
): Promise<string[]> {
  const pointer = (await readLive(unsigned)).remotes[remote];
  if (!pointer && !version) throw new ReleaseRefused(`${remote} has no live release to sign`);
  const live = pointer
    ? [pointer.version, ...pointer.history, ...(pointer.canary ? [pointer.canary.version] : [])]
    : [];
  const signedVersions: string[] = [];
  for (const target of new Set(version ? [version] : live)) {
    const file = `${remote}/${target}/release.json`;
    const content = await unsigned.read(file);
    if (!content) continue; // garbage-collected since
    await signed.write(file, content);
    signedVersions.push(target);
  }
  if (!version) await changeLive(signed, { remote, why, next: (now) => now ?? null });
  return signedVersions;
}

/** Binds all signatures to the origin of the installation. Throws {@link ReleaseRefused} for another installation's document. */
const bindOrigin = (signed: Store, origin: string, why: string) =>
  changeSite(signed, {
    remote: 'site',
    why,
    next(site) {
      if (site.origin === origin) return null;
      if (site.origin !== undefined)
        throw new ReleaseRefused(
          `site.json belongs to ${site.origin}, not to ${origin} (SITE_URL)`,
        );
      return { origin };
    },
  });

/** Records in a signed `site.json` since when audit entries are signed, once. */
async function startSigning({ unsigned, signed }: SigningStores): Promise<void> {
  const content = await unsigned.read('site.json');
  const site = await readSite(unsigned);
  if (!site?.signature || site.audit?.signedSince) return;
  const { revision: live } = await readLive(unsigned);
  const signedSince = { at: new Date().toISOString(), live, site: site.revision + 1 };
  const document = encode({ ...site, audit: { ...site.audit, signedSince } });
  if (!(await signed.compareAndSwap('site.json', content, document))) throw changedMeanwhile();
}

const changedMeanwhile = () =>
  new ReleaseConflict('site.json changed meanwhile; run the command again');

/** Signs `site.json` and all live releases. An operator runs this once, before shells are told to require signatures. */
export async function signEverything(
  stores: SigningStores,
  { why, origin, follow }: { why: string; origin: string | null; follow(): Promise<void> },
): Promise<string[]> {
  const { unsigned, signed } = stores;
  const site = await unsigned.read('site.json');
  if (site && !(await signed.compareAndSwap('site.json', site, site))) throw changedMeanwhile();
  await startSigning(stores);
  if (site && origin !== null) await bindOrigin(signed, origin, why);
  await follow(); // from here on, signatures include the origin
  const remotes = Object.keys((await readLive(unsigned)).remotes);
  const versions: string[] = [];
  for (const remote of remotes)
    versions.push(
      ...(await signStored(stores, remote, { why })).map((version) => `${remote}@${version}`),
    );
  return [...(site ? ['site.json'] : []), ...versions];
}
