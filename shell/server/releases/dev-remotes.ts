import { remoteName } from '@carry/contracts/release';
import type { SiteConfig } from '@carry/contracts/shell';
import { signPreview } from '@carry/releases';
import type { Context } from 'hono';
import { z } from 'zod';
import type { ReleaseRef } from '../../universal/page/boot';
import type { PreviewMode } from '../config/config';
import { fillPattern } from '../config/site';

/** A development server repeats itself every second; one that is silent for longer is gone. */
const LIFETIME_MS = 5000;
const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** The channel of what a development server on this machine serves. */
export const DEV_CHANNEL = 'dev';

const announcement = z.object({
  remote: remoteName,
  port: z.number().int().min(1).max(65_535),
  /** Route patterns that it serves. */
  routes: z.array(z.string().startsWith('/')).min(1).max(100),
  /** For every visitor of this site, not only for those who open its preview. */
  everybody: z.boolean(),
});
type Announcement = z.infer<typeof announcement>;

/** Remotes that run under a development server on this machine; only where previews are open. */
export class DevRemotes {
  private readonly known = new Map<string, Announcement & { until: number }>();

  private readonly mode: PreviewMode;
  private readonly secret: string;
  private readonly site: () => SiteConfig;

  constructor(mode: PreviewMode, secret: string, site: () => SiteConfig) {
    this.mode = mode;
    this.secret = secret;
    this.site = site;
  }

  /** Takes an announcement, which comes over the local socket only; answers the `preview` that shows the remote. */
  async receive(context: Context): Promise<Response> {
    if (this.mode !== 'open')
      return context.text(
        'This site does not accept remotes from a development server; start it with PREVIEWS=open.\n',
        403,
      );
    const parsed = announcement.safeParse(await context.req.json().catch(() => null));
    if (!parsed.success) return context.text('Not an announcement\n', 400);
    const { remote } = parsed.data;
    this.known.set(remote, { ...parsed.data, until: Date.now() + LIFETIME_MS });
    return context.json({
      preview: signPreview(this.secret, {
        remote,
        channel: DEV_CHANNEL,
        expires: Date.now() + LINK_LIFETIME_MS,
      }),
    });
  }

  /** The remote as a part of a composition, or null when it is not announced. */
  refOf(remote: string): ReleaseRef | null {
    const found = this.known.get(remote);
    if (!found || found.until < Date.now()) return null;
    const routes = found.routes.map((path) => ({
      path: fillPattern(path, this.site()),
      files: [],
    }));
    const entry = `http://localhost:${found.port}/remoteEntry.js`;
    return { name: remote, version: 'dev', entry, integrity: '', expose: [], routes };
  }

  /** What every visitor gets. */
  forEverybody(): ReleaseRef[] {
    const names = [...this.known.values()]
      .filter(({ everybody }) => everybody)
      .map(({ remote }) => remote);
    return names.map((name) => this.refOf(name)).filter((ref) => ref !== null);
  }
}
