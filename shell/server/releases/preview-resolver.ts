import type { PreviewDocument, ReleaseRecord } from '@carry/contracts/release';
import {
  assertPreviewTrusted,
  type PreviewClaim,
  parsePreview,
  readPreviews,
  type Store,
  Untrusted,
  verifyPreview,
} from '@carry/releases';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { OpenedPreview, RefusedPreview } from '../../universal/page/boot';
import type { LocalRemote } from '../composition/composition';
import type { PreviewMode } from '../config/config';
import { redirect } from '../http/redirect';
import { DEV_CHANNEL, type DevRemotes } from './dev-remotes';
import {
  clearPreviews,
  MAX_LINKS,
  readPreviewCookie,
  type StoredLink,
  storePreviews,
} from './preview-cookie';
import type { ReleaseFiles } from './release-files';
import type { ReleaseSet } from './release-set';

/** Value of `?preview=` right after a link, to find out whether the browser kept the cookie. */
const OPENED = 'opened';
const FRESH_MS = 500;
const MAX_CHANNELS = 200;

export interface Previewing {
  previews: OpenedPreview[];
  records: ReleaseRecord[];
  local: LocalRemote[];
}

type ResolvedPreview = Pick<OpenedPreview, 'version' | 'commit'> & {
  expires: number;
  record?: ReleaseRecord;
  local?: LocalRemote;
};

export interface OpenedLink {
  token: string;
  preview: OpenedPreview;
  /** End of the link or the preview, ms since the epoch. */
  expires: number;
  /** Absent for an ended preview and a local development server. */
  record?: ReleaseRecord | undefined;
  local?: LocalRemote | undefined;
}

interface PreviewResolverOptions {
  mode: PreviewMode;
  secrets: readonly string[];
  store: Store;
  files: ReleaseFiles;
  dev: DevRemotes;
  releases: Pick<ReleaseSet, 'site' | 'trust' | 'noteIgnored'>;
}

export class PreviewResolver {
  private readonly channels = new LRUCache<string, Promise<PreviewDocument | null>>({
    max: MAX_CHANNELS,
    ttl: FRESH_MS,
  });

  private readonly records = new LRUCache<string, Promise<ReleaseRecord | null>>({
    max: MAX_CHANNELS,
    ttl: FRESH_MS,
  });

  private readonly mode: PreviewMode;
  private readonly secrets: readonly string[];
  private readonly store: Store;
  private readonly files: ReleaseFiles;
  private readonly dev: DevRemotes;
  private readonly releases: Pick<ReleaseSet, 'site' | 'trust' | 'noteIgnored'>;

  constructor({ mode, secrets, store, files, dev, releases }: PreviewResolverOptions) {
    this.releases = releases;
    this.mode = mode;
    this.secrets = secrets;
    this.store = store;
    this.files = files;
    this.dev = dev;
  }

  /**
   * Handles `?preview=`: stores the preview in a cookie and redirects to the clean URL. Returns the reason if refused.
   */
  async enter(context: Context, token: string): Promise<Response | RefusedPreview> {
    const url = new URL(context.req.url);
    url.searchParams.delete('preview');
    const clean = url.pathname + url.search;
    const claimedRemote = parsePreview(token)?.remote ?? '';
    const remote = this.isRemote(claimedRemote) ? claimedRemote : null;
    const refuse = (why: RefusedPreview['why']) => ({ remote, why, livePage: clean });
    if (token === 'off') {
      clearPreviews(context);
      return redirect(context, clean, 302);
    }
    if (this.mode === 'off') return refuse('off');
    if (token === OPENED)
      return readPreviewCookie(context).length > 0
        ? redirect(context, clean, 302)
        : refuse('cookies');
    const claim = this.verify(token);
    if (typeof claim === 'string') return refuse(claim === 'expired' ? 'expired' : 'invalid');
    const resolved = await this.tryResolve(claim);
    if (!resolved || resolved === 'unreachable') return refuse(resolved ?? 'ended');
    const links = await this.add(context, { ...claim, token });
    if (!links) return refuse('full');
    storePreviews(context, links);
    url.searchParams.set('preview', OPENED);
    return redirect(context, url.pathname + url.search, 302);
  }

  /** Returns the links with a new one. Drops an ended or else a switched-off preview if there are too many; null: all are on. */
  private async add(
    context: Context,
    link: Preview & { token: string },
  ): Promise<StoredLink[] | null> {
    const links = withOn(readPreviewCookie(context), link);
    if (links.length <= MAX_LINKS) return links;
    const opened = await this.opened(context);
    const earlier = links.slice(0, -1);
    const isOpen = ({ token }: StoredLink) =>
      opened.some((one) => one.token === token && one.preview.state !== 'ended');
    const spare = earlier.find((one) => !isOpen(one)) ?? earlier.find(({ off }) => off);
    return spare ? links.filter((one) => one !== spare) : null;
  }

  /** Switches an opened preview on or off. Returns false if this browser has not opened its link. */
  switch(context: Context, { remote, channel }: Preview, on: boolean): boolean {
    const links = this.mode === 'off' ? [] : readPreviewCookie(context);
    const link = links.find(({ token }) => isFor(token, { remote, channel }));
    if (!link) return false;
    const { token } = link;
    storePreviews(
      context,
      on
        ? withOn(links, { remote, channel, token })
        : links.map((one) => (one === link ? { token, off: true } : one)),
    );
    return true;
  }

  async of(context: Context): Promise<Previewing> {
    const links = await this.opened(context);
    const shown = links.filter(({ preview }) => preview.state === 'on');
    const local = [...this.dev.forEverybody(), ...shown.flatMap((link) => link.local ?? [])];
    return {
      previews: links.map(({ preview }) => preview),
      records: shown.flatMap(({ record }) => record ?? []),
      local: local.filter(
        ({ ref }, index) => local.findIndex((other) => other.ref.name === ref.name) === index,
      ),
    };
  }

  /** Returns all previews whose links this browser opened. One that no longer verifies, such as after a new secret, has ended. */
  async opened(context: Context): Promise<OpenedLink[]> {
    const opened = await Promise.all(readPreviewCookie(context).map((link) => this.open(link)));
    return opened.filter((link) => link !== null);
  }

  private async open({ token, off }: StoredLink): Promise<OpenedLink | null> {
    const { remote = '', channel = '', expires = 0 } = parsePreview(token) ?? {};
    const claim = this.mode === 'off' ? 'forged' : this.verify(token);
    if (claim === 'forged' && !this.isRemote(remote)) return null;
    const resolved = typeof claim === 'string' ? null : await this.tryResolve(claim);
    if (!resolved || resolved === 'unreachable') {
      const state = resolved ?? 'ended';
      return { token, preview: { remote, channel, version: '', commit: '', state }, expires };
    }
    const { version, commit, record, local } = resolved;
    const preview = { remote, channel, version, commit, state: off ? 'off' : 'on' } as const;
    return { token, preview, record, local, expires: Math.min(expires, resolved.expires) };
  }

  private verify(token: string): PreviewClaim | 'forged' | 'expired' {
    const claims = this.secrets.map((secret) => verifyPreview(secret, token));
    return claims.find((claim) => claim !== 'forged') ?? 'forged';
  }

  private async tryResolve(claim: PreviewClaim): Promise<ResolvedPreview | 'unreachable' | null> {
    try {
      return await this.resolve(claim);
    } catch (error) {
      return error instanceof Untrusted ? null : 'unreachable';
    }
  }

  private async resolve({
    remote,
    channel,
    expires,
  }: PreviewClaim): Promise<ResolvedPreview | null> {
    if (channel === DEV_CHANNEL && this.mode === 'open') {
      const local = this.dev.find(remote);
      return local && { local, version: local.ref.version, commit: 'local', expires };
    }
    const preview = (await this.channel(channel))?.remotes[remote];
    const until = Date.parse(preview?.expires ?? '');
    if (!preview || until <= Date.now()) return null;
    if (!this.isTrusted(remote, channel, preview)) return null;
    const record = await this.record(remote, preview.version);
    return record && { record, version: record.version, commit: record.commit, expires: until };
  }

  private isRemote = (name: string) => Object.hasOwn(this.releases.site.owners, name);

  private isTrusted(
    remote: string,
    channel: string,
    preview: PreviewDocument['remotes'][string],
  ): boolean {
    const file = `previews/${channel}.json ${remote}`;
    try {
      assertPreviewTrusted(preview, { remote, channel, trust: this.releases.trust });
      this.releases.noteIgnored(file, []);
      return true;
    } catch (error) {
      this.releases.noteIgnored(file, [(error as Error).message]);
      return false;
    }
  }

  private record(remote: string, version: string): Promise<ReleaseRecord | null> {
    const key = `${remote}@${version}`;
    const cached = this.records.get(key);
    if (cached) return cached;
    const record = this.files.trustedRecord(remote, version);
    this.records.set(key, record);
    return record;
  }

  private channel(name: string): Promise<PreviewDocument | null> {
    const cached = this.channels.get(name);
    if (cached) return cached;
    const document = readPreviews(this.store, name);
    this.channels.set(name, document);
    return document;
  }
}

type Preview = Pick<PreviewClaim, 'remote' | 'channel'>;

function isFor(token: string, { remote, channel }: Preview): boolean {
  const claim = parsePreview(token);
  return claim?.remote === remote && claim.channel === channel;
}

/** Returns the links with one on, without expired ones; other previews of its remote are switched off. */
const withOn = (
  links: readonly StoredLink[],
  { remote, channel, token }: Preview & { token: string },
): StoredLink[] => [
  ...links
    .filter((link) => !isFor(link.token, { remote, channel }))
    .filter((link) => (parsePreview(link.token)?.expires ?? 0) > Date.now())
    .map((link) =>
      parsePreview(link.token)?.remote === remote ? { token: link.token, off: true } : link,
    ),
  { token, off: false },
];
