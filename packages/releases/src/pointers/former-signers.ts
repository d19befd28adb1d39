import type { AuditPosition, FormerKey, SiteDocument } from '@carry/contracts/site';

const MAX_FORMER = 500;

/** Signers removed as compromised: the keys of an owner no longer verify audit entries, and releases signed for an issuer stay refused. */
export interface Distrust {
  forget?: FormerKey['of'] | undefined;
  distrust?: { issuer: string; of: string } | undefined;
}

const getKeys = ({ owners, siteKeys, countersigners }: SiteDocument) => [
  ...Object.entries(owners).flatMap(([of, { keys = [] }]) => keys.map((key) => ({ key, of }))),
  ...(siteKeys ?? []).map((key) => ({ key, of: 'siteKeys' })),
  ...(countersigners ?? []).map((key) => ({ key, of: 'countersigners' })),
];

const getIssuers = ({ owners }: SiteDocument) =>
  Object.entries(owners).flatMap(([of, { oidc = [] }]) =>
    oidc.map(({ issuer }) => ({ issuer, of })),
  );

type Position = Distrust & { position: AuditPosition };

/** Returns the rules for older audit entries, and for releases of removed pipelines: the keys, issuers and origin that the change replaces, and the earlier ones. */
export function rememberSigners(
  before: SiteDocument,
  after: SiteDocument,
  { position: until, forget, distrust }: Position,
): Pick<SiteDocument, 'audit'> {
  const current = getKeys(after);
  const replaced = getKeys(before)
    .filter(({ key, of }) => !current.some((one) => one.key === key && one.of === of))
    .map((one) => ({ ...one, until }));
  const earlier = before.audit?.formerKeys ?? [];
  const formerKeys = [...earlier, ...replaced].filter(({ of }) => of !== forget);
  const issuers = getIssuers(after);
  const removed = getIssuers(before)
    .filter(({ issuer, of }) => !issuers.some((one) => one.issuer === issuer && one.of === of))
    .map((one) => ({ ...one, until }));
  const formerIssuers = [...(before.audit?.formerIssuers ?? []), ...removed];
  const isBound = after.origin !== undefined && before.origin === undefined;
  const audit = {
    ...before.audit,
    ...(formerKeys.length + earlier.length > 0 && { formerKeys: formerKeys.slice(-MAX_FORMER) }),
    ...(formerIssuers.length > 0 && { formerIssuers: formerIssuers.slice(-MAX_FORMER) }),
    ...(distrust && { distrustedIssuers: addDistrust(before, { ...distrust, site: until.site }) }),
    ...(isBound && until.live + before.revision > 0 && { boundSince: until }),
  };
  return Object.keys(audit).length > 0 ? { audit } : {};
}

type DistrustedIssuer = NonNullable<
  NonNullable<SiteDocument['audit']>['distrustedIssuers']
>[number];

const isSame = (a: DistrustedIssuer, b: DistrustedIssuer) => a.issuer === b.issuer && a.of === b.of;

const addDistrust = ({ audit }: SiteDocument, added: DistrustedIssuer): DistrustedIssuer[] => [
  ...(audit?.distrustedIssuers ?? []).filter((one) => !isSame(one, added)),
  added,
];

/** Returns true if an owner names an issuer or named it before. */
export const hasNamed = (site: SiteDocument, remote: string, issuer: string): boolean =>
  [...getIssuers(site), ...(site.audit?.formerIssuers ?? [])].some(
    (one) => one.issuer === issuer && one.of === remote,
  );

/** Returns true if a change drops no issuer that is distrusted. Commands of older versions drop all. */
export const keepsDistrust = (before: SiteDocument, after: SiteDocument): boolean =>
  (before.audit?.distrustedIssuers ?? []).every((one) =>
    after.audit?.distrustedIssuers?.some((kept) => isSame(one, kept) && kept.site >= one.site),
  );

/** Returns since when entries are signed: the first signed change of the document. */
export const rememberSigning = (
  { audit }: SiteDocument,
  position: AuditPosition,
): Pick<SiteDocument, 'audit'> => ({ audit: { signedSince: position, ...audit } });
