import type { AuditEntry, Signature } from '@carry/contracts/release';
import type { AuditPosition, FormerKey } from '@carry/contracts/site';
import type { EntryState } from '../stores/store';
import { keyId, type SigningKey } from './keys';
import { assertSigned, createSignature, Untrusted } from './signature';
import { assertSignedFor, bound, mustBeSigned, type Trust } from './trust';

/** Changes that sites make, signed with their own keys. */
const SITE_ACTIONS: readonly AuditEntry['action'][] = [
  'rolled-back',
  'quarantine',
  'canary-aborted',
  'rollout-step',
];
/** Changes of the site document, which operators make. */
const SITE_DOCUMENT_ACTIONS: readonly AuditEntry['action'][] = [
  'own',
  'disown',
  'rotate-key',
  'product',
  'serve',
  'countersign',
  'site-keys',
];
/** Author of the steps and holds of sites. */
export const SITE_AUTHOR = 'shell';
/** Entries that are no changes. Signed stores return only those with the signature of a site. */
const NOTES = /^(?:preview-note|rollout-(?:hold|waiting|finished))$/;

interface Signer {
  key: SigningKey | null;
  trust: Trust;
  by?: Signature['by'];
}

const isSiteChange = ({ action, site }: AuditEntry): boolean =>
  site !== undefined || SITE_DOCUMENT_ACTIONS.includes(action);

const needsSignature = (entry: AuditEntry, trust: Trust): boolean =>
  isSiteChange(entry) ? trust.operators.length > 0 : mustBeSigned(trust, entry.remote);

/** Returns the entry of a change with its author's signature; unchanged for remotes without keys. */
export function signEntry(entry: AuditEntry, { key, trust, by }: Signer): AuditEntry {
  if (!key || !needsSignature(entry, trust)) return entry;
  return { ...entry, signature: createSignature('audit', entry, { key, about: bound(trust), by }) };
}

/** Returns whether the author of an entry has signed it and may make its change. Remotes without keys need no signature. */
export function checkEntry(entry: AuditEntry, trust: Trust): EntryState {
  const { action, signature } = entry;
  if (NOTES.test(action) || !needsSignature(entry, trust)) return 'verified';
  if (trustsAt(entry, trust).some((one) => isVerified(entry, one))) return 'verified';
  const { signedSince } = trust.audit;
  const isOlder = !signature && (!signedSince || precedes(entry, signedSince));
  return isOlder ? 'unsigned' : 'unverified';
}

/** Compares times and revisions. A forged time is not enough: the newest entries have the highest revisions. */
const precedes = ({ at, revision = 0, site = 0 }: AuditEntry, position: AuditPosition): boolean =>
  Date.parse(at) < Date.parse(position.at) && revision <= position.live && site < position.site;

/** Returns the trusted signers at the time of an entry: those of now and those replaced since; and the same before signatures included the origin. */
function trustsAt(entry: AuditEntry, trust: Trust): Trust[] {
  const { formerKeys = [], formerIssuers = [], boundSince } = trust.audit;
  const keys = formerKeys.filter(({ until }) => precedes(entry, until));
  const issuers = formerIssuers.filter(({ until }) => precedes(entry, until));
  const getKeys = (of: FormerKey['of']) =>
    keys.filter((one) => one.of === of).map(({ key }) => key);
  const getIssuers = (remote: string) => issuers.filter(({ of }) => of === remote);
  const then: Trust = {
    ...trust,
    teamKeys: (remote) => [...trust.teamKeys(remote), ...getKeys(remote)],
    issuers: (remote) => [...trust.issuers(remote), ...getIssuers(remote)],
    siteKeys: [...trust.siteKeys, ...getKeys('siteKeys')],
    countersigners: [...trust.countersigners, ...getKeys('countersigners')],
  };
  const isUnbound = boundSince && precedes(entry, boundSince);
  return [then, ...(isUnbound ? [{ ...then, installation: null }] : [])];
}

function isVerified(entry: AuditEntry, trust: Trust): boolean {
  const { action, remote, signature, who } = entry;
  const about = { what: action, kind: 'audit', document: entry } as const;
  const isSite = SITE_ACTIONS.includes(action) && !signature?.by && isSites(signature, trust);
  try {
    if (isSite) assertSigned({ ...about, keys: trust.siteKeys, about: bound(trust) });
    else if (isSiteChange(entry))
      assertSigned({ ...about, keys: trust.operators, about: bound(trust) });
    else assertSignedFor({ ...about, trust, remote });
    return isAuthor(entry) || (isSite && [SITE_AUTHOR, `site key ${signature?.key}`].includes(who));
  } catch (error) {
    if (error instanceof Untrusted) return false;
    throw error;
  }
}

/** Returns true if an entry names its signer as its author. A release server names the accounts that it signs for. */
const isAuthor = ({ who, signature }: AuditEntry): boolean =>
  signature?.by !== undefined || who === `key ${signature?.key}`;

const isSites = (signature: Signature | undefined, { siteKeys }: Trust): boolean =>
  siteKeys.some((key) => keyId(key) === signature?.key);
