import type { Signature } from '@carry/contracts/release';
import type { Identity, SiteDocument } from '@carry/contracts/site';
import { isPublicKey, keyId } from './keys';
import { assertSigned, type Kind, Untrusted } from './signature';

/** Whose signatures count, as public keys. */
export interface Trust {
  /** They may sign everything. */
  operators: readonly string[];
  /** What a team may sign of its remote. */
  teamKeys(remote: string): readonly string[];
  /** The pipelines whose tokens may stand for a key of a remote's team. */
  identities(remote: string): readonly Identity[];
  /** All of them. */
  pipelines: readonly Identity[];
  /** The keys of release servers, which sign for whoever has sent such a token. */
  countersigners: readonly string[];
  /** The keys of sites, which sign verdicts. */
  siteKeys: readonly string[];
  /** Origin that every signature has to name; null where `site.json` has none. */
  installation: string | null;
  /** Every key that may send anything. */
  all: readonly string[];
  /** Whether anything has to be signed. */
  signed: boolean;
}

/** Whose signatures count on a site: its operators', and those that its document names for each remote. */
export function trustOf(
  site: Pick<SiteDocument, 'owners' | 'countersigners' | 'siteKeys' | 'origin'> | null,
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
    pipelines,
    countersigners: site?.countersigners ?? [],
    siteKeys: site?.siteKeys ?? [],
    installation: site?.origin ?? null,
    all,
    signed: all.length + pipelines.length > 0,
  };
}

/** Whether what is shipped of a remote has to be signed: without any key, whoever can write the store ships. */
export const mustBeSigned = ({ operators, teamKeys, identities }: Trust, remote: string): boolean =>
  operators.length > 0 || teamKeys(remote).length > 0 || identities(remote).length > 0;

/**
 * Throws {@link Untrusted} unless who signed a release or pointer of a remote may: its team, an operator, or a release server for
 * somebody whose issuer the remote's owner names.
 */
export function assertSignedFor(
  trust: Trust,
  remote: string,
  what: string,
  kind: Kind,
  document: { signature?: Signature | undefined },
  about: object = {},
): void {
  const { by } = document.signature ?? {};
  if (by && !trust.identities(remote).some(({ issuer }) => issuer === by.issuer))
    throw new Untrusted(
      `${what} is signed for ${by.subject} of ${by.issuer}, which may not ship ${remote}`,
    );
  const keys = by ? trust.countersigners : keysFor(trust, remote);
  assertSigned(what, kind, document, keys, bound(trust, about));
}

/** What a signature is about, with the installation that it counts in. */
export const bound = ({ installation }: Pick<Trust, 'installation'>, about: object = {}): object =>
  installation === null ? about : { ...about, installation };

/** Whether a key, by its id, is an operator's. */
export const isOperator = ({ operators }: Pick<Trust, 'operators'>, id: string): boolean =>
  operators.some((key) => keyId(key) === id);

/** The keys that may sign for a remote by themselves. */
export const keysFor = ({ operators, teamKeys }: Trust, remote: string): string[] => [
  ...teamKeys(remote),
  ...operators,
];

/** Whether a key, by its id, may sign for a remote. */
export const maySign = (trust: Trust, remote: string, id: string): boolean =>
  keysFor(trust, remote).some((key) => keyId(key) === id);

/** The public keys of operators in a text, separated by commas; throws one sentence for one that is malformed. */
export function readOperators(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim());
  const wrong = keys.find((key) => key !== '' && !isPublicKey(key));
  if (wrong !== undefined)
    throw new Error(
      `RELEASES_TRUST has '${wrong.slice(0, 60)}', which is not a public key such as 'releases key new' prints`,
    );
  return keys.filter(Boolean);
}

/** Why a signed `site.json` does not count at a site, or null: it is of another installation, or of none where the site is public. */
export function originProblem(installation: string | null, siteUrl: string): string | null {
  if (!siteUrl.startsWith('https:')) return null;
  const { origin } = new URL(siteUrl);
  if (installation === origin) return null;
  return installation === null
    ? `site.json names no origin, so its signatures would count at every site: run 'SITE_URL=${origin} releases sign' with an operator's key`
    : `site.json is of ${installation}, but this site is ${origin}`;
}
