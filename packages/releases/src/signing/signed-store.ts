import {
  type AuditEntry,
  type LiveDocument,
  type LivePointer,
  liveDocument,
  previewDocument,
  type Signature,
} from '@carry/contracts/release';
import { z } from 'zod';
import type { Candidate } from '../checks/candidate';
import { encode, parseDocument } from '../documents/document';
import type { Store } from '../stores/store';
import { checkEntry, signEntry } from './audit-entries';
import type { SigningKey } from './keys';
import {
  assertRetired,
  readOrder,
  signAsSite,
  signPointer,
  signPreviewEntry,
  signTombstone,
} from './orders';
import { assertSigned, createSignature, Untrusted } from './signature';
import { assertSignedFor, bound, maySign, mustBeSigned, type Trust } from './trust';

const LIVE = 'live.json';
const SITE = 'site.json';
const PREVIEWS = /^previews\/([^/]+)\.json$/;
const NOTE = /^audit\/.+-(?:preview-note|rollout-(?:hold|waiting|finished))-(mf-[^/]+)\.json$/;
const RECORD = /^(mf-[^/]+)\/([^/]+)\/release\.json$/;

/** Store of a site with keys: signs writes and rejects releases without a trusted signature. */
export class SignedStore implements Store {
  readonly name: string;
  readonly pollMs: number;
  readonly actor: string | undefined;
  readonly admit?: NonNullable<Store['admit']>;
  readonly previewLink?: NonNullable<Store['previewLink']>;
  readonly previewCode?: NonNullable<Store['previewCode']>;
  readonly openEvents?: NonNullable<Store['openEvents']>;
  readonly resendEvents?: NonNullable<Store['resendEvents']>;
  readonly readHealth?: NonNullable<Store['readHealth']>;
  readonly readDay?: NonNullable<Store['readDay']>;

  private readonly below: Store;
  private readonly trust: () => Trust;
  private readonly key: SigningKey | null;

  constructor(below: Store, trust: () => Trust, key: SigningKey | null) {
    this.below = below;
    this.trust = trust;
    this.key = key;
    this.name = below.name;
    this.pollMs = below.pollMs;
    const link = below.previewLink?.bind(below);
    if (link) this.previewLink = link;
    const code = below.previewCode?.bind(below);
    if (code) this.previewCode = code;
    const events = below.openEvents?.bind(below);
    if (events) this.openEvents = events;
    const resend = below.resendEvents?.bind(below);
    if (resend) this.resendEvents = resend;
    const health = below.readHealth?.bind(below);
    if (health) this.readHealth = health;
    const day = below.readDay?.bind(below);
    if (day) this.readDay = day;
    this.actor = key ? (key.holder ?? `key ${key.id}`) : undefined;
    if (below.admit)
      this.admit = (candidate, dist, report) =>
        below.admit?.(this.signedCandidate(candidate), dist, report) ?? Promise.resolve();
  }

  /** Throws {@link Untrusted} for a release that none of its remote's keys has signed. */
  async read(path: string, maxBytes?: number): Promise<Buffer | null> {
    const content = await this.below.read(path, maxBytes);
    if (content) this.assertTrusted(path, content);
    return content;
  }

  assertTrusted(path: string, content: Buffer): void {
    const trust = this.trust();
    const [, remote, version] = RECORD.exec(path) ?? [];
    if (remote && mustBeSigned(trust, remote))
      assertSignedFor({
        trust,
        remote,
        what: `${remote}@${version}`,
        kind: 'release',
        document: parseObject(path, content),
      });
    const [, noted = ''] = NOTE.exec(path) ?? [];
    if (noted && mustBeSigned(trust, noted))
      assertSigned({
        what: path,
        kind: 'note',
        document: parseObject(path, content),
        keys: [...trust.siteKeys, ...trust.operators],
        about: bound(trust),
      });
    if (path === SITE && trust.operators.length > 0)
      assertSigned({
        what: SITE,
        kind: 'site',
        document: parseObject(path, content),
        keys: trust.operators,
      });
  }

  async write(path: string, content: Buffer): Promise<void> {
    const [, remote = ''] = RECORD.exec(path) ?? [];
    await this.below.write(
      path,
      remote && mustBeSigned(this.trust(), remote)
        ? this.signed('release', path, content)
        : content,
    );
  }

  async compareAndSwap(path: string, expected: Buffer | null, content: Buffer): Promise<boolean> {
    return this.below.compareAndSwap(path, expected, this.signedDocument(path, content));
  }

  trustedLive = (live: LiveDocument, lastLive?: LiveDocument) =>
    trustedLive(live, this.trust(), lastLive);

  signEntry = (entry: AuditEntry, installation = this.trust().installation) =>
    signEntry(entry, { key: this.key, trust: { ...this.trust(), installation } });
  checkEntry = (entry: AuditEntry) => checkEntry(entry, this.trust());

  list = (prefix: string) => this.below.list(prefix);
  modified = (path: string) => this.below.modified(path);
  remove = (path: string) => this.below.remove(path);
  compareAndRemove = (path: string, expected: Buffer) =>
    this.below.compareAndRemove(path, expected);
  assertFit = () => this.below.assertFit();
  listLitter = () => this.below.listLitter();

  private signedDocument(path: string, content: Buffer): Buffer {
    if (path === LIVE) return this.signedLive(content);
    const [, channel] = PREVIEWS.exec(path) ?? [];
    if (channel) return this.signedPreviews(channel, content);
    const [, noted] = NOTE.exec(path) ?? [];
    if (noted && mustBeSigned(this.trust(), noted)) return this.signed('note', path, content);
    return path === SITE && this.trust().operators.length > 0
      ? this.signed('site', path, content)
      : content;
  }

  private signed(kind: 'release' | 'site' | 'note', path: string, content: Buffer): Buffer {
    const { signature: _, ...document } = JSON.parse(content.toString()) as { signature?: unknown };
    const about = kind === 'site' ? {} : bound(this.trust()); // site.json contains its origin
    return encode({
      ...document,
      signature: createSignature(kind, document, { key: this.needKey(path), about }),
    });
  }

  private signedCandidate(candidate: Candidate): Candidate {
    const { record } = candidate;
    return {
      ...candidate,
      record: {
        ...record,
        signature: createSignature('release', record, {
          key: this.needKey(record.name),
          about: bound(this.trust()),
        }),
      },
    };
  }

  /** Adds an order to the pointer that this change moves, or a tombstone if it retires a remote. A site signs decisions and steps of a rollout only. */
  private signedLive(content: Buffer): Buffer {
    const after = liveDocument.parse(JSON.parse(content.toString()));
    const { remote = '' } = after.change ?? {};
    const trust = this.trust();
    if (!mustBeSigned(trust, remote)) return content;
    const { revision, remotes } = after;
    const key = this.needKey(`the live pointer of ${remote}`);
    const isSite = trust.siteKeys.includes(key.publicKey);
    if (!isSite && !maySign(trust, remote, key.id))
      throw new Untrusted(`the live pointer of ${remote}: the key ${key.id} may not sign it`);
    const { [remote]: pointer, ...rest } = remotes;
    const { [remote]: _, ...retired } = after.retired ?? {};
    if (!pointer) {
      const tombstone = signTombstone({ remote, revision, key, trust });
      return encode({ ...after, retired: { ...retired, [remote]: tombstone } });
    }
    const sign = isSite ? signAsSite : signPointer;
    const signed = sign(pointer, { remote, revision, key, trust });
    return encode({
      ...after,
      remotes: { ...rest, [remote]: signed },
      retired: Object.keys(retired).length > 0 ? retired : undefined,
    });
  }

  private signedPreviews(channel: string, content: Buffer): Buffer {
    const after = previewDocument.parse(JSON.parse(content.toString()));
    const { remote = '' } = after.change ?? {};
    const trust = this.trust();
    const preview = after.remotes[remote];
    if (!preview || !mustBeSigned(trust, remote)) return content;
    const key = this.needKey(`the preview ${channel} of ${remote}`);
    const signed = signPreviewEntry({ remote, channel, preview, key, trust });
    return encode({ ...after, remotes: { ...after.remotes, [remote]: signed } });
  }

  private needKey(what: string): SigningKey {
    if (this.key) return this.key;
    throw new Untrusted(
      `this site accepts signed changes only; set RELEASES_KEY (a site: SITE_KEY) to sign ${what}`,
    );
  }
}

/** Parses a JSON object. Throws {@link MalformedDocument}. */
const parseObject = (path: string, content: Buffer): { signature?: Signature } =>
  parseDocument(path, z.looseObject({}), content);

interface PointerTrust {
  trust: Trust;
  /** Revision of the last accepted order. */
  knownRevision?: number | undefined;
}

/** Returns the trusted part of a pointer, and its ignored unsigned parts. Throws {@link Untrusted} if it is unsigned or older than the last accepted one. */
export function readPointer(
  remote: string,
  live: LiveDocument,
  { trust, knownRevision = 0 }: PointerTrust,
): { pointer: LivePointer | undefined; ignored: string[] } {
  const pointer = live.remotes[remote];
  if (!pointer || !mustBeSigned(trust, remote)) return { pointer, ignored: [] };
  const read = readOrder(remote, pointer, trust);
  const { revision = 0 } = pointer.order ?? {};
  if (revision > live.revision)
    throw new Untrusted(
      `the live pointer of ${remote} was signed for revision ${revision}, this is ${live.revision}`,
    );
  if (revision < knownRevision)
    throw new Untrusted(
      `the live pointer of ${remote} is older than the one this site served before`,
    );
  return read;
}

/** Throws {@link Untrusted} unless all of a pointer is signed by trusted keys and not older than the last accepted one. */
export function assertPointerTrusted(
  remote: string,
  live: LiveDocument,
  trust: PointerTrust,
): void {
  const [ignored] = readPointer(remote, live, trust).ignored;
  if (ignored !== undefined) throw new Untrusted(ignored);
}

export function trustedLive(
  live: LiveDocument,
  trust: Trust,
  lastLive?: LiveDocument,
): LiveDocument {
  const names = new Set([...Object.keys(live.remotes), ...Object.keys(lastLive?.remotes ?? {})]);
  const remotes = [...names].flatMap((remote) => {
    const pointer = trustedPointer(remote, { live, trust, lastLive });
    return pointer ? [[remote, pointer] as const] : [];
  });
  return { ...live, remotes: Object.fromEntries(remotes) };
}

function trustedPointer(
  remote: string,
  {
    live,
    trust,
    lastLive,
  }: { live: LiveDocument; trust: Trust; lastLive: LiveDocument | undefined },
): LivePointer | undefined {
  const pointer = live.remotes[remote];
  try {
    if (!pointer && mustBeSigned(trust, remote)) assertRetired(remote, live, { trust });
    return readPointer(remote, live, { trust }).pointer;
  } catch (error) {
    if (error instanceof Untrusted) return lastLive ? lastLive.remotes[remote] : pointer;
    throw error;
  }
}
