import {
  type AuditEntry,
  liveDocument,
  previewDocument,
  type ReleaseRecord,
} from '@carry/contracts/release';
import type { Candidate } from '../checks/candidate';
import { encode } from '../documents/document';
import { ReleaseRefused } from '../errors/errors';
import type { SigningKey } from '../signing/keys';
import { countersignPointer, signPreviewEntry, signTombstone } from '../signing/orders';
import { signatureOf } from '../signing/signature';
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
  const signature = signatureOf('release', record, {
    key: countersigner(key, trust),
    about: bound(trust),
    by,
  });
  return { ...candidate, record: { ...record, signature } satisfies ReleaseRecord };
}

export function countersignedChange({
  file,
  content,
  auditEntry: { remote, channel },
  sender,
  key,
}: {
  file: string;
  content: Buffer;
  auditEntry: AuditEntry;
  sender: Sender;
  key: SigningKey | null;
}): Buffer {
  if (file === 'live.json') return countersignedLive({ content, remote, sender, key });
  return channel === undefined
    ? content
    : countersignedPreview({ content, channel, remote, sender, key });
}

function countersignedLive({
  content,
  remote,
  sender: { by, trust },
  key,
}: {
  content: Buffer;
  remote: string;
  sender: Sender;
  key: SigningKey | null;
}): Buffer {
  if (!by) return content;
  const live = liveDocument.parse(JSON.parse(content.toString()));
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
  remote,
  sender: { by, trust },
  key,
}: {
  content: Buffer;
  channel: string;
  remote: string;
  sender: Sender;
  key: SigningKey | null;
}): Buffer {
  if (!by) return content;
  const document = previewDocument.parse(JSON.parse(content.toString()));
  const preview = document.remotes[remote];
  if (!preview) return content;
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
