import {
  type AuditEntry,
  liveDocument,
  previewDocument,
  type ReleaseRecord,
} from '@carry/contracts/release';
import type { Candidate } from '../checks/candidate';
import { encode } from '../documents/document';
import { ReleaseRefused } from '../errors/errors';
import { signEntry } from '../signing/audit-entries';
import type { SigningKey } from '../signing/keys';
import { countersignPointer, signPreviewEntry, signTombstone } from '../signing/orders';
import { createSignature } from '../signing/signature';
import { bound, type Trust } from '../signing/trust';
import type { Sender } from './sender';

/** Returns the countersigning key of a release server. Throws unless `site.json` lists it. */
export function countersigner(key: SigningKey | null, { countersigners }: Trust): SigningKey {
  if (key && countersigners.includes(key.publicKey)) return key;
  const why = key
    ? `site.json does not list its key; add it with 'releases site countersign --key ${key.publicKey}'`
    : 'it has no RELEASES_KEY';
  throw new ReleaseRefused(`this release server accepts no tokens: ${why}`);
}

export function countersigned(
  candidate: Candidate,
  { by, trust }: Sender,
  key: SigningKey | null,
): Candidate {
  if (!by) return candidate;
  const { record } = candidate;
  const signature = createSignature('release', record, {
    key: countersigner(key, trust),
    about: bound(trust),
    by: { ...by, site: trust.siteRevision },
  });
  return { ...candidate, record: { ...record, signature } satisfies ReleaseRecord };
}

export const countersignedEntry = (
  entry: AuditEntry,
  { by, trust }: Sender,
  key: SigningKey | null,
): AuditEntry => (by ? signEntry(entry, { key: countersigner(key, trust), trust, by }) : entry);

export function countersignedChange({
  file,
  content,
  auditEntry,
  sender,
  key,
}: {
  file: string;
  content: Buffer;
  auditEntry: AuditEntry;
  sender: Sender;
  key: SigningKey | null;
}): Buffer {
  if (file === 'live.json') return countersignedLive({ content, auditEntry, sender, key });
  const { channel } = auditEntry;
  return channel === undefined
    ? content
    : countersignedPreview({ content, channel, auditEntry, sender, key });
}

function countersignedLive({
  content,
  auditEntry,
  sender: { by, trust },
  key,
}: {
  content: Buffer;
  auditEntry: AuditEntry;
  sender: Sender;
  key: SigningKey | null;
}): Buffer {
  if (!by) return content;
  const { remote } = auditEntry;
  const read = liveDocument.parse(JSON.parse(content.toString()));
  const live = { ...read, change: auditEntry };
  const pointer = live.remotes[remote];
  const signer = countersigner(key, trust);
  if (!pointer) {
    const tombstone = signTombstone({ remote, revision: live.revision, key: signer, trust, by });
    return encode({ ...live, retired: { ...live.retired, [remote]: tombstone } });
  }
  const signed = countersignPointer({ remote, pointer, key: signer, trust, by });
  return encode({ ...live, remotes: { ...live.remotes, [remote]: signed } });
}

function countersignedPreview({
  content,
  channel,
  auditEntry,
  sender: { by, trust },
  key,
}: {
  content: Buffer;
  channel: string;
  auditEntry: AuditEntry;
  sender: Sender;
  key: SigningKey | null;
}): Buffer {
  if (!by) return content;
  const { remote } = auditEntry;
  const read = previewDocument.parse(JSON.parse(content.toString()));
  const document = { ...read, change: auditEntry };
  const preview = document.remotes[remote];
  if (!preview) return encode(document);
  const signed = signPreviewEntry({
    remote,
    channel,
    preview,
    key: countersigner(key, trust),
    trust,
    by,
  });
  return encode({ ...document, remotes: { ...document.remotes, [remote]: signed } });
}
