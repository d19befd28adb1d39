import type { LivePointer } from '@carry/contracts/release';
import { encode } from '../documents/document';
import { isCanary, servedVersion } from '../documents/version-history';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { RemovedSigner } from '../signing/signature';
import type { Store } from '../stores/store';
import { changeLive, readLive } from './live';
import { withoutDistrusted } from './servable';
import { changeSite, readSite } from './site';

interface SigningStores {
  /** Reads documents that the signed store would reject. */
  unsigned: Store;
  signed: Store;
}

interface Signing {
  version?: string | undefined;
  why: string;
  /** Called for each release that stays refused. */
  onSkip?: ((release: string) => void) | undefined;
}

const recordPath = (remote: string, version: string) => `${remote}/${version}/release.json`;

/** Returns the releases of a removed signer. Throws {@link ReleaseRefused} if visitors would get one. */
async function findRefused(
  { unsigned, signed }: SigningStores,
  remote: string,
  pointer: LivePointer,
): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const version of listVersions(pointer)) {
    const file = recordPath(remote, version);
    const content = await unsigned.read(file);
    try {
      if (content) signed.assertTrusted?.(file, content);
    } catch (error) {
      if (error instanceof RemovedSigner) refused.add(version);
    }
  }
  const served = [...refused].filter(
    (version) =>
      version === pointer.version ||
      version === servedVersion(pointer) ||
      isCanary(pointer, version),
  );
  if (served.length > 0)
    throw new ReleaseRefused(
      `${remote}: a removed key or pipeline signed ${served.join(', ')}; if it is sound, name it: 'releases sign ${remote} VERSION', else promote another release or end the canary first`,
    );
  return refused;
}

const listVersions = ({ version, history, canary }: LivePointer): Set<string> =>
  new Set([version, ...history, ...(canary ? [canary.version] : [])]);

/** Signs a stored release again; without a version the live one, its canary, its history and the pointer, but no release of a removed signer. Returns the signed versions. */
export async function signStored(
  stores: SigningStores,
  remote: string,
  { version, why, onSkip }: Signing,
): Promise<string[]> {
  const { unsigned, signed } = stores;
  const pointer = (await readLive(unsigned)).remotes[remote];
  if (!pointer && !version) throw new ReleaseRefused(`${remote} has no live release to sign`);
  const live = pointer && !version ? pointer : null;
  const refused = live ? await findRefused(stores, remote, live) : new Set<string>();
  const signedVersions: string[] = [];
  for (const target of live ? listVersions(live) : [version ?? '']) {
    const file = recordPath(remote, target);
    const content = await unsigned.read(file);
    if (!content) continue; // garbage-collected since
    if (refused.has(target)) {
      onSkip?.(`${remote}@${target}`);
      continue;
    }
    await signed.write(file, content);
    signedVersions.push(target);
  }
  if (live)
    await changeLive(signed, {
      remote,
      why,
      next: (now) => (now ? withoutDistrusted(signed, remote, now) : null),
    });
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

type SigningEverything = Omit<Signing, 'version'> & {
  origin: string | null;
  follow(): Promise<void>;
};

/** Signs `site.json` and all live releases. An operator runs this once, before shells are told to require signatures. */
export async function signEverything(
  stores: SigningStores,
  { why, onSkip, origin, follow }: SigningEverything,
): Promise<string[]> {
  const { unsigned, signed } = stores;
  const pointers = Object.entries((await readLive(unsigned)).remotes);
  for (const [remote, pointer] of pointers) await findRefused(stores, remote, pointer);
  const site = await unsigned.read('site.json');
  if (site && !(await signed.compareAndSwap('site.json', site, site))) throw changedMeanwhile();
  await startSigning(stores);
  if (site && origin !== null) await bindOrigin(signed, origin, why);
  await follow(); // from here on, signatures include the origin
  const versions: string[] = [];
  for (const [remote] of pointers) {
    const signedVersions = await signStored(stores, remote, { why, onSkip });
    versions.push(...signedVersions.map((version) => `${remote}@${version}`));
  }
  return [...(site ? ['site.json'] : []), ...versions];
}
