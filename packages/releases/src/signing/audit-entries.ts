import type { AuditEntry, Signature } from '@carry/contracts/release';
import { keyId, type SigningKey } from './keys';
import { assertSigned, signatureOf, Untrusted } from './signature';
import { assertSignedFor, bound, mustBeSigned, type Trust } from './trust';

/** Changes that sites make, signed with their own keys. */
const SITE_ACTIONS: readonly AuditEntry['action'][] = [
  'rolled-back',
  'quarantine',
  'canary-aborted',
  'rollout-step',
];
/** Entries that are no changes. Signed stores return only those with the signature of a site. */
const NOTES = /^(?:preview-note|rollout-(?:hold|waiting|finished))$/;

interface Signer {
  key: SigningKey | null;
  trust: Trust;
  /** Identity that a release server signs for. */
  by?: Signature['by'];
}

/** Returns the entry of a change with its author's signature; unchanged for remotes without keys. */
export function signEntry(entry: AuditEntry, { key, trust, by }: Signer): AuditEntry {
  if (!key || !mustBeSigned(trust, entry.remote)) return entry;
  return { ...entry, signature: signatureOf('audit', entry, { key, about: bound(trust), by }) };
}

/** Returns false for an entry that no key which may make its change has signed. Remotes without keys need no signature. */
export function isEntryVerified(entry: AuditEntry, trust: Trust): boolean {
  const { action, remote, signature } = entry;
  if (NOTES.test(action) || !mustBeSigned(trust, remote)) return true;
  const about = { what: action, kind: 'audit', document: entry } as const;
  try {
    if (SITE_ACTIONS.includes(action) && isSites(signature, trust))
      assertSigned({ ...about, keys: trust.siteKeys, about: bound(trust) });
    else assertSignedFor({ ...about, trust, remote });
    return true;
  } catch (error) {
    if (error instanceof Untrusted) return false;
    throw error;
  }
}

const isSites = (signature: Signature | undefined, { siteKeys }: Trust): boolean =>
  siteKeys.some((key) => keyId(key) === signature?.key);
