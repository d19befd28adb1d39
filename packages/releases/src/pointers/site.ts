import { isDeepStrictEqual } from 'node:util';
import { isPublic } from '@carry/contracts/deployment';
import type { AuditEntry } from '@carry/contracts/release';
import {
  type Identity,
  type Owner,
  type Owners,
  ownedPath,
  type Product,
  type Served,
  type SiteDocument,
  type SiteFile,
  siteDocument,
} from '@carry/contracts/site';
import { checkAddedOrigins } from '../checks/origins';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from '../documents/document';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { describeSiteChange } from './describe-change';
import { type Distrust, hasNamed, rememberSigners, rememberSigning } from './former-signers';
import { MAX_WHY, readLive, readServedReleases, whoAmI, writeAudit } from './live';
import { assertSignersStay } from './removed-signers';

const SITE = 'site.json';
const MAX_ATTEMPTS = 30;
const EMPTY: SiteDocument = { schema: 1, revision: 0, owners: {}, frame: { links: [] } };

export interface Reason {
  why: string;
  who?: string;
  /** Revision that a person saw. The change is refused at another one. */
  seen?: number;
}

/** A change of keys or pipelines. `compromised`: replaced and earlier keys no longer verify audit entries, and earlier releases of the issuer stay refused. Otherwise refused while a removed signer signed a live release. */
export type KeyReason = Reason & { compromised?: boolean | undefined };

const parse = (content: Buffer | null): SiteDocument | null =>
  content ? parseDocument(SITE, siteDocument, content) : null;

/** Returns the site document, or null. Throws on a malformed document. */
export const readSite = async (store: Store): Promise<SiteDocument | null> =>
  parse(await store.read(SITE, MAX_DOCUMENT_BYTES.site));

export const readOwners = async (store: Store): Promise<Owners> =>
  (await readSite(store))?.owners ?? {};

type Change = Reason &
  Distrust & {
    remote: string;
    /** First step of the remedy if the change removes the signer of a live release. Without it, the change is allowed. */
    firstStep?: string | undefined;
    next(
      site: SiteDocument,
    ): Partial<
      Product &
        Pick<
          SiteDocument,
          'owners' | 'serves' | 'countersigners' | 'siteKeys' | 'freezes' | 'origin'
        >
    > | null;
  };

function installationOrigin(): string | undefined {
  const url = process.env['SITE_URL'] ?? '';
  return isPublic(url) ? new URL(url).origin : undefined;
}

function doneBy(before: SiteDocument, after: SiteDocument) {
  const [part, ...more] = describeSiteChange(before, after);
  if (!part) return null;
  if (part.action === 'rewrite' || more.length > 0)
    throw new ReleaseRefused(
      `a change of site.json has exactly one action, this one has ${[part, ...more].map((each) => each?.action).join(', ')}`,
    );
  const { action, remote, paths, settings } = part;
  return { action, remote, ...(paths && { paths }), ...(settings && { settings }) };
}

function assertSeen({ revision }: SiteDocument, seen = revision): void {
  if (revision === seen) return;
  throw new ReleaseConflict(
    `${SITE} changed meanwhile (revision ${revision}); look at it and decide again`,
  );
}

const findRevision = (store: Store): Promise<number> =>
  readLive(store).then(
    ({ revision }) => revision,
    () => Number.MAX_SAFE_INTEGER,
  );

const LIST_FLAGS: Record<string, string> = {
  ...{ paths: '--path', keys: '--key', oidc: '--oidc-issuer' },
  ...{ connect: '--connect', frames: '--frames' },
};

function parseChanged(remote: string, document: SiteDocument): SiteDocument {
  const parsed = siteDocument.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code !== 'too_big' || issue.origin !== 'array')
    throw new ReleaseRefused(`${remote}: ${issue?.message}`);
  const list = String(issue.path.at(-1));
  throw new ReleaseRefused(
    `${remote}: more than ${issue.maximum} values of ${LIST_FLAGS[list] ?? list}; remove one first`,
  );
}

/** Changes the document by compare-and-swap and writes the audit entry. Returns the new document. Calls `next` again after a lost race. */
export async function changeSite(
  store: Store,
  { remote, why, who = whoAmI(store), seen, forget, distrust, firstStep, next: change }: Change,
): Promise<SiteDocument> {
  await store.assertFit();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const content = await store.read(SITE, MAX_DOCUMENT_BYTES.site);
    const site = parse(content) ?? EMPTY;
    assertSeen(site, seen);
    const changes = change(site);
    if (!changes) return site;
    const { signature: _, ...unsigned } = site;
    const origin = site.revision === 0 ? installationOrigin() : undefined;
    const revision = site.revision + 1;
    const at = new Date().toISOString();
    const changed = {
      ...unsigned,
      ...(origin !== undefined && { origin }),
      revision,
      ...changes,
    };
    const position = { at, live: await findRevision(store), site: revision };
    const document = {
      ...changed,
      ...rememberSigners(site, changed, { position, forget, distrust }),
    };
    await assertSignersStay(store, { remote, before: site, after: document, firstStep });
    const done = doneBy(site, document);
    if (!done) return site;
    const claimed: AuditEntry = {
      at,
      who,
      ...done,
      from: null,
      to: null,
      why: why.slice(0, MAX_WHY),
      site: revision,
    };
    const entry = store.signEntry?.(claimed, document.origin) ?? claimed;
    const next = parseChanged(remote, {
      ...document,
      ...(entry.signature && rememberSigning(document, position)),
      change: entry,
    });
    if (site.change) await writeAudit(store, site.change);
    if (!(await store.compareAndSwap(SITE, content, encode(next)))) continue;
    await writeAudit(store, entry);
    return next;
  }
  throw new ReleaseConflict(`${SITE} changes too often; try again`);
}

interface OwnerAddition extends Reason {
  owner: Owner;
  /** Adds `connect` and `frames` to those of the owner; an empty list removes all. Default: they replace them. */
  addsOrigins?: boolean;
}

const addOrigins = (before: readonly string[] = [], added: readonly string[]): string[] =>
  added.length === 0 ? [] : [...new Set([...before, ...added])];

/** Adds paths, keys and pipelines to a remote, and sets its other properties. */
export async function addOwner(
  store: Store,
  remote: string,
  { owner: { paths, ...properties }, addsOrigins = false, ...reason }: OwnerAddition,
): Promise<SiteDocument> {
  const wrong = paths.find((path) => !ownedPath.safeParse(path).success);
  if (wrong !== undefined) throw new ReleaseRefused(`'${wrong}' is not a path such as /help`);
  const hasOrigins = properties.connect || properties.frames;
  const served = hasOrigins ? await readServedReleases(store) : [];
  return changeSite(store, {
    ...reason,
    remote,
    next({ owners }) {
      const before = owners[remote];
      const { connect, frames } = properties;
      const more = {
        ...properties,
        ...(addsOrigins && connect && { connect: addOrigins(before?.connect, connect) }),
        ...(addsOrigins && frames && { frames: addOrigins(before?.frames, frames) }),
      };
      const fresh = paths.filter((path) => !before?.paths.includes(path));
      const same = (['contact', 'budget', 'connect', 'frames'] as const).every(
        (key) => more[key] === undefined || isDeepStrictEqual(more[key], before?.[key]),
      );
      const freshKeys = (more.keys ?? []).filter((key) => !before?.keys?.includes(key));
      const freshPipelines = (more.oidc ?? []).filter(
        (one) => !before?.oidc?.some((other) => isDeepStrictEqual(one, other)),
      );
      const isNews = [...fresh, ...freshKeys, ...freshPipelines].length > 0;
      if (before && !isNews && same) return null;
      const keys = [...(before?.keys ?? []), ...freshKeys];
      const oidc = [...(before?.oidc ?? []), ...freshPipelines];
      const owned = {
        ...before,
        ...more,
        ...(keys.length > 0 && { keys }),
        ...(oidc.length > 0 && { oidc }),
        paths: [...(before?.paths ?? []), ...fresh],
      };
      const changed = { ...owners, [remote]: owned };
      checkAddedOrigins(remote, { before, owners: changed, served });
      return { owners: changed };
    },
  });
}

const changeOwner = (
  store: Store,
  remote: string,
  {
    change,
    ...reason
  }: Reason &
    Distrust &
    Pick<Change, 'firstStep'> & { change: (owner: Owner, site: SiteDocument) => Owner },
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    remote,
    next(site) {
      const { owners } = site;
      const before = owners[remote];
      if (!before)
        throw new ReleaseRefused(`${remote} owns no path; add an owner with 'releases owner add'`);
      return { owners: { ...owners, [remote]: change(before, site) } };
    },
  });

/** Replaces the keys of a remote: releases signed by removed keys need a new signature to go live. */
export const rotateKey = (
  store: Store,
  remote: string,
  { key, compromised, ...reason }: KeyReason & { key: string },
) =>
  changeOwner(store, remote, {
    ...reason,
    ...(compromised
      ? { forget: remote }
      : {
          firstStep: `add the new key ('releases owner add ${remote} --path PATH --key NEW') and publish with it`,
        }),
    change: (owner) => ({ ...owner, keys: [key] }),
  });

/** Removes keys of a remote that keeps another key or a pipeline. Throws {@link ReleaseRefused} for a key that it lacks. */
export const removeKeys = (
  store: Store,
  remote: string,
  { keys: removed, compromised, ...reason }: KeyReason & { keys: readonly string[] },
) =>
  changeOwner(store, remote, {
    ...reason,
    ...(compromised ? { forget: remote } : { firstStep: 'publish with a key that stays' }),
    change({ keys = [], ...owner }) {
      const missing = removed.find((key) => !keys.includes(key));
      if (missing !== undefined) throw new ReleaseRefused(`${remote} does not have ${missing}`);
      const rest = keys.filter((key) => !removed.includes(key));
      if (rest.length === 0 && !owner.oidc?.length)
        throw new ReleaseRefused(
          `${remote} has no other key; replace it: releases owner rotate-key ${remote} --key NEW`,
        );
      return { ...owner, ...(rest.length > 0 && { keys: rest }) };
    },
  });

type PipelineRemoval = KeyReason & {
  issuer: string;
  audience?: string | undefined;
  claims?: Identity['claims'] | undefined;
};

/** Removes the pipelines of an issuer with this audience and exactly these claims, if given. Throws {@link ReleaseRefused} if there are none; `compromised` also distrusts an issuer whose pipelines were removed before. */
export const removePipelines = (
  store: Store,
  remote: string,
  { issuer, audience, claims, compromised, ...reason }: PipelineRemoval,
) =>
  changeOwner(store, remote, {
    ...reason,
    ...(compromised
      ? { distrust: { issuer, of: remote } }
      : {
          firstStep: `add another pipeline or key ('releases owner add ${remote}') and publish with it (beside another pipeline of this issuer, name the one to remove with --oidc-claim)`,
        }),
    change: ({ oidc = [], ...owner }, site) => {
      const rest = oidc.filter(
        (one) =>
          one.issuer !== issuer ||
          (audience !== undefined && one.audience !== audience) ||
          (claims !== undefined && !isDeepStrictEqual(one.claims, claims)),
      );
      if (rest.length === oidc.length && !(compromised && hasNamed(site, remote, issuer)))
        throw new ReleaseRefused(
          `${remote} does not accept such tokens from ${issuer}; 'releases owner list' prints its pipelines`,
        );
      return { ...owner, ...(rest.length > 0 && { oidc: rest }) };
    },
  });

/** Removes origins that a remote may call or frame. Throws {@link ReleaseRefused} for an origin that it lacks. */
export const removeOrigins = (
  store: Store,
  remote: string,
  { connect, frames, ...reason }: Reason & Pick<Owner, 'connect' | 'frames'>,
) =>
  changeOwner(store, remote, {
    ...reason,
    change(owner) {
      const without = (list: 'connect' | 'frames', removed: readonly string[]) => {
        const before = owner[list] ?? [];
        const missing = removed.find((one) => !before.includes(one));
        if (missing !== undefined)
          throw new ReleaseRefused(`--${list} of ${remote} does not include ${missing}`);
        return { [list]: before.filter((one) => !removed.includes(one)) };
      };
      return {
        ...owner,
        ...(connect && without('connect', connect)),
        ...(frames && without('frames', frames)),
      };
    },
  });

/** Removes paths from a remote; without paths, all of them. Its releases stay stored, but cannot go live with those paths. */
export const removeOwner = (
  store: Store,
  remote: string,
  { paths, ...reason }: Reason & { paths: readonly string[] },
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    remote,
    next({ owners }) {
      const { [remote]: before, ...rest } = owners;
      const missing = paths.find((path) => !before?.paths.includes(path));
      if (!before || missing)
        throw new ReleaseRefused(`${remote} does not own ${before ? missing : 'any path'}`);
      const otherPaths =
        paths.length === 0 ? [] : before.paths.filter((path) => !paths.includes(path));
      return {
        owners:
          otherPaths.length === 0
            ? rest
            : { ...owners, [remote]: { ...before, paths: otherPaths } },
      };
    },
  });

export const setProduct = (
  store: Store,
  { name, settings, redirects, thirdParties, session, samples, frame }: Product,
  reason: Reason,
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    remote: 'site',
    next(site) {
      const product = { name, settings, redirects, thirdParties, session, samples, frame };
      const same = Object.entries(product).every(([key, value]) =>
        isDeepStrictEqual(site[key as keyof Product], value),
      );
      return same ? null : product;
    },
  });

export const setServes = (store: Store, serves: Served, reason: Reason): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    remote: 'site',
    next: (site) => (isDeepStrictEqual(site.serves, serves) ? null : { serves }),
  });

/** Applies an installation's site file to a store; keeps owners and paths that were added in the store. */
export async function installSite(
  store: Store,
  file: SiteFile,
  { serves, ...reason }: Reason & { serves?: Served },
): Promise<void> {
  for (const [remote, owner] of Object.entries(file.owners))
    await addOwner(store, remote, { owner, ...reason });
  await setProduct(store, file, reason);
  if (serves) await setServes(store, serves, reason);
}
