import { isPublic } from '@carry/contracts/deployment';
import type { Signature } from '@carry/contracts/release';
import type { Identity, SiteDocument } from '@carry/contracts/site';
import { isPublicKey, keyId } from './keys';
import { assertSigned, Distrusted, type Kind, RemovedSigner, Untrusted } from './signature';

export interface Trust {
  /** May sign everything. */
  operators: readonly string[];
  /** Keys of a remote's team, valid for that remote. */
  teamKeys(remote: string): readonly string[];
  identities(remote: string): readonly Identity[];
  issuers(remote: string): readonly Pick<Identity, 'issuer'>[];
  pipelines: readonly Identity[];
  /** Keys of release servers, which countersign for pipelines. */
  countersigners: readonly string[];
  /** Keys of sites, which sign decisions. */
  siteKeys: readonly string[];
  /** Rules for older audit entries, and for releases of removed pipelines. */
  audit: NonNullable<SiteDocument['audit']>;
  /** Revision of `site.json`. */
  siteRevision: number;
  /** Origin in `site.json`, which every signature must include, or null. */
  installation: string | null;
  /** Every key that may send requests. */
  all: readonly string[];
  signed: boolean;
}

/** Returns the trusted keys of a site: its operators, and the keys that its document lists for each remote. */
export function deriveTrust(
  site:
    | (Pick<SiteDocument, 'owners' | 'countersigners' | 'siteKeys' | 'audit' | 'origin'> &
        Partial<Pick<SiteDocument, 'revision'>>)
    | null,
  operators: readonly string[],
): Trust {
  const names = Object.keys(site?.owners ?? {});
  const teamKeys = (remote: string) => site?.owners[remote]?.keys ?? [];
  const identities = (remote: string) => site?.owners[remote]?.oidc ?? [];
  const pipelines = names.flatMap(identities);
  const all = [...new Set([...operators, ...names.flatMap(teamKeys)])];
  return {
    operators,
    teamKeys,
    identities,
    issuers: identities,
    pipelines,
    countersigners: site?.countersigners ?? [],
    siteKeys: site?.siteKeys ?? [],
    audit: site?.audit ?? {},
    siteRevision: site?.revision ?? 0,
    installation: site?.origin ?? null,
    all,
    signed: all.length + pipelines.length > 0,
  };
}

/** Returns true if a remote's releases need a signature. Without any key, write access to the store is enough. */
export const mustBeSigned = ({ operators, teamKeys, identities }: Trust, remote: string): boolean =>
  operators.length > 0 || teamKeys(remote).length > 0 || identities(remote).length > 0;

type By = NonNullable<Signature['by']>;

const namesIssuer = (trust: Trust, remote: string, by: By): boolean =>
  trust.issuers(remote).some(({ issuer }) => issuer === by.issuer);

/** Returns true for a release that was signed for an issuer before one of its pipelines was removed as compromised. */
const isDistrusted = ({ audit }: Trust, remote: string, { issuer, site = 0 }: By): boolean =>
  (audit.distrustedIssuers ?? []).some(
    (one) => one.issuer === issuer && one.of === remote && site < one.site,
  );

/** Returns true if a release server may sign a document of this kind for a pipeline. */
export const acceptsPipeline = (
  trust: Trust,
  remote: string,
  { by, kind }: { by: By; kind: Kind },
): boolean =>
  namesIssuer(trust, remote, by) && !(kind === 'release' && isDistrusted(trust, remote, by));

/**
 * Throws {@link Untrusted} unless the signer may sign for the remote: its team, an operator, or a release server for a listed pipeline.
 * Throws {@link Distrusted} if the document would be refused with each operator's key, too; {@link RemovedSigner} if its signer is unknown.
 */
export function assertSignedFor({
  trust,
  remote,
  what,
  kind,
  document,
  about = {},
}: {
  trust: Trust;
  remote: string;
  what: string;
  kind: Kind;
  document: { signature?: Signature | undefined };
  about?: object | undefined;
}): void {
  const { by, key: signer } = document.signature ?? {};
  if (by && !acceptsPipeline(trust, remote, { by, kind }))
    throw new RemovedSigner(
      namesIssuer(trust, remote, by)
        ? `${what} was signed for ${by.subject} of ${by.issuer} before a pipeline of it was removed as compromised; if the release is sound, run 'releases sign ${remote} VERSION' at the store with an operator's key`
        : `${what} is signed for ${by.subject} of ${by.issuer}, which may not ship ${remote}`,
    );
  const keys = by ? trust.countersigners : keysFor(trust, remote);
  try {
    assertSigned({ what, kind, document, keys, about: bound(trust, about) });
  } catch (error) {
    const isCertain = by !== undefined || trust.operators.length > 0;
    if (!isCertain || !(error instanceof Untrusted)) throw error;
    const isRemoved = signer !== undefined && !keys.some((key) => keyId(key) === signer);
    throw new (isRemoved ? RemovedSigner : Distrusted)(error.message);
  }
}

export const bound = ({ installation }: Pick<Trust, 'installation'>, about: object = {}): object =>
  installation === null ? about : { ...about, installation };

export const isOperator = ({ operators }: Pick<Trust, 'operators'>, id: string): boolean =>
  operators.some((key) => keyId(key) === id);

export const keysFor = ({ operators, teamKeys }: Trust, remote: string): string[] => [
  ...teamKeys(remote),
  ...operators,
];

export const maySign = (trust: Trust, remote: string, id: string): boolean =>
  keysFor(trust, remote).some((key) => keyId(key) === id);

/** Parses a comma-separated list of operators' public keys. Throws for a malformed key. */
export function readOperators(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim());
  const wrong = keys.find((key) => key !== '' && !isPublicKey(key));
  if (wrong !== undefined)
    throw new Error(
      `RELEASES_TRUST has '${wrong.slice(0, 60)}', which is not a public key such as 'releases key new' prints`,
    );
  return keys.filter(Boolean);
}

/** Returns why a signed `site.json` is invalid for a site, or null: it belongs to another installation, or lacks the origin of a public site. */
export function originProblem(installation: string | null, siteUrl: string): string | null {
  if (!isPublic(siteUrl)) return null;
  const { origin } = new URL(siteUrl);
  if (installation === origin) return null;
  return installation === null
    ? `site.json has no origin, so its signatures would be valid at every site: run 'SITE_URL=${origin} releases sign' with an operator's key`
    : `site.json belongs to ${installation}, but this site is ${origin}`;
}
