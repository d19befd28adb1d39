import {
  type AuditEntry,
  channelName,
  type PreviewDocument,
  previewDocument,
} from '@carry/contracts/release';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from '../documents/document';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { inBatches } from '../stores/batches';
import type { Store } from '../stores/store';
import { MAX_WHY, readRelease, signEntryAt, whoAmI, writeAudit } from './live';

const MAX_ATTEMPTS = 30;
const MAX_RECENT = 20;
export const getChannelPath = (channel: string) => `previews/${channel}.json`;

/** Returns the previews of a channel, or null. Throws on a malformed document. */
export async function readPreviews(store: Store, channel: string): Promise<PreviewDocument | null> {
  if (!channelName.safeParse(channel).success) return null;
  return (await readChannel(store, channel)).document;
}

export const listChannels = async (store: Store): Promise<string[]> =>
  (await store.list('previews')).map((path) => path.slice('previews/'.length, -'.json'.length));

export const recentChanges = (document: PreviewDocument | null): AuditEntry[] =>
  getChanges(document).slice(-MAX_RECENT);

/** Returns the changes that a document keeps, oldest first. */
export const getChanges = (document: PreviewDocument | null): AuditEntry[] => [
  ...(document?.recent ?? []),
  ...(document?.change ? [document.change] : []),
];

export async function readChannel(
  store: Store,
  channel: string,
): Promise<{ content: Buffer | null; document: PreviewDocument | null }> {
  const path = getChannelPath(channel);
  const content = await store.read(path, MAX_DOCUMENT_BYTES.previews);
  return { content, document: content && parseDocument(path, previewDocument, content) };
}

interface PreviewKey {
  channel: string;
  remote: string;
}

export interface ListedPreview extends PreviewKey {
  version: string;
  expires: string;
}

export async function listPreviews(store: Store): Promise<ListedPreview[]> {
  const channels = await listChannels(store);
  const documents = await inBatches(channels, (channel) => readPreviews(store, channel));
  return channels.flatMap((channel, index) =>
    Object.entries(documents[index]?.remotes ?? {}).map(([remote, preview]) => ({
      channel,
      remote,
      ...preview,
    })),
  );
}

/** Points a preview at a stored release. With `expected`, only while it is at that release (null: at none) or not there. */
export async function setPreview(
  store: Store,
  {
    channel,
    remote,
    version,
    expires,
    why,
    expected,
  }: PreviewKey & {
    version: string;
    expires: Date;
    why: string;
    expected?: string | null | undefined;
  },
): Promise<void> {
  if (!channelName.safeParse(channel).success)
    throw new ReleaseRefused(
      `a channel is lower-case letters, digits and hyphens such as pr-42, not '${channel}'`,
    );
  if (!(await readRelease(store, remote, version)))
    throw new ReleaseRefused(`${remote}@${version} is not in the store`);
  const preview = { version, expires: expires.toISOString() };
  await change(store, {
    channel,
    remote,
    why,
    next(before) {
      const isOther = before && before.version !== expected && before.version !== version;
      if (expected !== undefined && isOther)
        throw new ReleaseConflict(
          `the preview ${channel} of ${remote} changed to ${before.version} during this publish; look at it, then publish again`,
        );
      return preview;
    },
  });
}

/** Changes the expiry of a preview only. Returns its version. */
export async function extendPreview(
  store: Store,
  { channel, remote, expires, why }: PreviewKey & { expires: Date; why: string },
): Promise<string> {
  let version = '';
  await change(store, {
    channel,
    remote,
    why,
    async next(before) {
      if (!before) throw new ReleaseRefused(`${remote} has no preview ${channel}`);
      ({ version } = before);
      if (!(await readRelease(store, remote, version)))
        throw new ReleaseRefused(
          `'releases gc' removed ${remote}@${version}; publish it again: releases publish ${remote} --channel ${channel}`,
        );
      return { version, expires: expires.toISOString() };
    },
  });
  return version;
}

export async function endPreview(
  store: Store,
  { channel, remote, why }: PreviewKey & { why: string },
): Promise<void> {
  const next = (before: Preview | undefined) => {
    if (!before) throw new ReleaseRefused(`${remote} has no preview ${channel}`);
    return null;
  };
  await change(store, { channel, remote, next, why });
}

type Preview = Pick<PreviewDocument['remotes'][string], 'version' | 'expires'>;

interface Change extends PreviewKey {
  why: string;
  /** Returns the next preview; null ends it. Called again after a lost race. */
  next(before: Preview | undefined): Promise<Preview | null> | Preview | null;
}

async function change(store: Store, { channel, remote, why, next }: Change): Promise<void> {
  await store.assertFit();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { content, document } = await readChannel(store, channel);
    const { [remote]: before, ...rest } = document?.remotes ?? {};
    const preview = await next(before);
    const unsigned: AuditEntry = {
      at: new Date().toISOString(),
      who: whoAmI(store),
      action: preview ? 'preview' : 'preview-end',
      remote,
      from: before?.version ?? null,
      to: preview?.version ?? null,
      why: why.slice(0, MAX_WHY),
      channel,
    };
    const entry = signEntryAt(store, unsigned);
    const changed: PreviewDocument = {
      revision: (document?.revision ?? 0) + 1,
      remotes: preview ? { ...rest, [remote]: preview } : rest,
      change: entry,
      recent: recentChanges(document),
    };
    if (document?.change) await writeAudit(store, document.change);
    if (!(await store.compareAndSwap(getChannelPath(channel), content, encode(changed)))) continue;
    await writeAudit(store, entry);
    return;
  }
  throw new ReleaseConflict(`the previews of ${channel} change too often; try again`);
}
