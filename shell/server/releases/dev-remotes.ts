import { DEV_VERSION, devFilesOf, policyNeeds, remoteName } from '@carry/contracts/release';
import type { SiteConfig } from '@carry/contracts/shell';
import { signPreview } from '@carry/releases';
import type { Context } from 'hono';
import { z } from 'zod';
import type { LocalRemote } from '../composition/composition';
import type { PreviewMode } from '../config/config';
import { fillPattern } from '../config/site';

/** Lease of an announcement; development servers renew it every second. */
const LIFETIME_MS = 5000;
const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
export const DEV_CHANNEL = 'dev';

const announcement = z.object({
  remote: remoteName,
  port: z.number().int().min(1).max(65_535),
  routes: z.array(z.string().startsWith('/')).min(1).max(100),
  needs: policyNeeds,
  /** Also serve it to visitors without the preview link. */
  everybody: z.boolean(),
});
type Announcement = z.infer<typeof announcement>;

/** Remotes of development servers on this machine. Requires `PREVIEWS=open`. */
export class DevRemotes {
  /** `until` is a monotonic time. */
  private readonly announcements = new Map<string, Announcement & { until: number }>();

  private readonly mode: PreviewMode;
  private readonly secret: string;
  private readonly site: () => SiteConfig;

  constructor(mode: PreviewMode, secret: string, site: () => SiteConfig) {
    this.mode = mode;
    this.secret = secret;
    this.site = site;
  }

  /** Stores an announcement from the local socket. Returns the preview token that shows the remote. */
  async receive(context: Context): Promise<Response> {
    if (this.mode !== 'open')
      return context.text(
        'This site does not accept development servers. Start it with PREVIEWS=open.\n',
        403,
      );
    const parsed = announcement.safeParse(await context.req.json().catch(() => null));
    if (!parsed.success)
      return context.text(
        'Malformed announcement: expected { remote, port, routes, needs, everybody }\n',
        400,
      );
    const { remote } = parsed.data;
    this.announcements.set(remote, { ...parsed.data, until: performance.now() + LIFETIME_MS });
    return context.json({
      preview: signPreview(this.secret, {
        remote,
        channel: DEV_CHANNEL,
        expires: Date.now() + LINK_LIFETIME_MS,
      }),
    });
  }

  find(remote: string): LocalRemote | null {
    const announcement = this.announcements.get(remote);
    if (!announcement || announcement.until < performance.now()) return null;
    const { port, needs } = announcement;
    const routes = announcement.routes.map((path) => ({
      path: fillPattern(path, this.site()),
      files: [],
    }));
    const entry = `${devFilesOf(remote)}remoteEntry.js`;
    const ref = { name: remote, version: DEV_VERSION, entry, integrity: '', expose: [], routes };
    return { ref, origin: `http://localhost:${port}`, needs };
  }

  async answerFile(context: Context, remote: string, file: string): Promise<Response> {
    const { origin } = this.find(remote) ?? {};
    const response = origin && (await fetch(`${origin}/${file}`).catch(() => null));
    if (!response) return context.text('Not found', 404, { 'cache-control': 'no-store' });
    const type = response.headers.get('content-type');
    return new Response(response.body, {
      status: response.status,
      headers: { 'cache-control': 'no-store', ...(type && { 'content-type': type }) },
    });
  }

  forEverybody(): LocalRemote[] {
    const names = [...this.announcements.values()]
      .filter(({ everybody }) => everybody)
      .map(({ remote }) => remote);
    return names.map((name) => this.find(name)).filter((local) => local !== null);
  }
}
