import type { PreviewDocument, ReleaseRecord } from '@carry/contracts/release';
import {
  assertPreviewTrusted,
  type PreviewClaim,
  parsePreview,
  readPreviews,
  type Store,
  verifyPreview,
} from '@carry/releases';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LRUCache } from 'lru-cache';
import type { ActivePreview, RefusedPreview, ReleaseRef } from '../../universal/page/boot';
import type { PreviewMode } from '../config/config';
import { isSecure } from '../http/visitor';
import { DEV_CHANNEL, type DevRemotes } from './dev-remotes';
import type { ReleaseFiles } from './release-files';
import type { ReleaseSet } from './release-set';

const COOKIE = 'carry_preview';
const FRESH_MS = 500;
const MAX_AT_ONCE = 8;
const MAX_CHANNELS = 200;
const WEEK_S = 7 * 24 * 60 * 60;

export interface Previewing {
  active: ActivePreview[];
  records: ReleaseRecord[];
  local: ReleaseRef[];
}

type ResolvedPreview = { active: ActivePreview; record?: ReleaseRecord; local?: ReleaseRef };

const NO_PREVIEWS: Previewing = { active: [], records: [], local: [] };

interface PreviewResolverOptions {
  mode: PreviewMode;
  secrets: readonly string[];
  store: Store;
  files: ReleaseFiles;
  dev: DevRemotes;
  releases: Pick<ReleaseSet, 'site' | 'trust' | 'noteIgnored'>;
}

/** Resolves signed preview links to releases of the store. */
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
   * Handles `?preview=`: stores the preview in a cookie and redirects to the clean URL. Returns the
   * reason if refused.
   */
  async enter(context: Context, token: string): Promise<Response | RefusedPreview> {
    const url = new URL(context.req.url);
    url.searchParams.delete('preview');
    const clean = url.pathname + url.search;
    const claimedRemote = parsePreview(token)?.remote ?? '';
    const remote = this.isRemote(claimedRemote) ? claimedRemote : null;
    const refuse = (why: RefusedPreview['why']) => ({ remote, why, livePage: clean });
    if (token === 'off') {
      deleteCookie(context, COOKIE, { path: '/' });
      return context.redirect(clean, 302);
    }
    if (this.mode === 'off') return refuse('off');
    const claim = this.verify(token);
    if (claim === 'expired') return refuse('expired');
    if (claim === 'forged') return refuse('invalid');
    const preview = await this.resolve(claim);
    if (!preview) return refuse('ended');
    const kept = this.tokens(context).filter(
      (stored) => parsePreview(stored)?.remote !== claim.remote,
    );
    const value = [...kept, token].slice(-MAX_AT_ONCE).join('~');
    setCookie(context, COOKIE, value, {
      path: '/',
      maxAge: WEEK_S,
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure(context),
    });
    return context.redirect(clean, 302);
  }

  /** Returns the browser's active previews, without ended ones. */
  async of(context: Context): Promise<Previewing> {
    const tokens = this.mode === 'off' ? [] : this.tokens(context);
    const everybody = this.dev.forEverybody();
    if (tokens.length === 0) return { ...NO_PREVIEWS, local: everybody };
    const resolved = await Promise.all(
      tokens.map(async (token) => {
        const claim = this.verify(token);
        return typeof claim === 'string' ? null : this.resolve(claim).catch(() => null);
      }),
    );
    const previews = resolved.filter((preview) => preview !== null);
    return {
      active: previews.map(({ active }) => active),
      records: previews.flatMap(({ record }) => record ?? []),
      local: [...everybody, ...previews.flatMap(({ local }) => local ?? [])].filter(
        ({ name }, index, all) => all.findIndex((other) => other.name === name) === index,
      ),
    };
  }

  private verify(token: string): PreviewClaim | 'forged' | 'expired' {
    const claims = this.secrets.map((secret) => verifyPreview(secret, token));
    return claims.find((claim) => claim !== 'forged') ?? 'forged';
  }

  private tokens = (context: Context) =>
    (getCookie(context, COOKIE) ?? '').split('~').filter(Boolean).slice(0, MAX_AT_ONCE);

  private async resolve({ remote, channel }: PreviewClaim): Promise<ResolvedPreview | null> {
    if (channel === DEV_CHANNEL && this.mode === 'open') {
      const local = this.dev.refOf(remote);
      return (
        local && { local, active: { remote, channel, version: local.version, commit: 'local' } }
      );
    }
    const preview = (await this.channel(channel))?.remotes[remote];
    if (!preview || Date.parse(preview.expires) <= Date.now()) return null;
    if (!this.isTrusted(remote, channel, preview)) return null;
    const record = await this.record(remote, preview.version);
    if (!record) return null;
    return { record, active: { remote, channel, version: record.version, commit: record.commit } };
  }

  private isRemote = (name: string) => Object.hasOwn(this.releases.site.owners, name);

  private isTrusted(
    remote: string,
    channel: string,
    preview: PreviewDocument['remotes'][string],
  ): boolean {
    const file = `previews/${channel}.json ${remote}`;
    try {
      assertPreviewTrusted(remote, channel, preview, this.releases.trust);
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
