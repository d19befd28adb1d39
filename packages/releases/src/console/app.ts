import type { ConsoleSession, ConsoleSite } from '@carry/contracts/console';
import { releaseVersion, remoteName } from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { MAX_DOCUMENT_BYTES } from '../documents/document';
import { ReleaseRefused } from '../errors/errors';
import { RateLimiter } from '../limits/rate-limiter';
import { readOwners, readSite } from '../pointers/site';
import { auditQuery, readAuditPage } from '../reports/audit-page';
import { readDifference } from '../reports/difference';
import { nameAuthor, nameAuthors } from '../reports/name-author';
import {
  readOpenPreviews,
  readOverview,
  readReleaseDetails,
  readRemote,
  readTrustedLive,
} from '../reports/overview';
import type { SiteReader } from '../reports/site-health';
import { busy } from '../service/requests';
import { keyId } from '../signing/keys';
import { Untrusted } from '../signing/signature';
import type { Trust } from '../signing/trust';
import { readNotePicture } from '../stores/note-pictures';
import type { Store } from '../stores/store';
import { readPicture } from '../stores/stored-pictures';
import { makeChange, readConsoleChange } from './changes';
import { removeCookie } from './cookies';
import { addHeaders, addPages, findPages } from './files';
import { type GuardParts, getOrigin, requireSession, SESSION_COOKIE } from './guard';
import { addLive, type LiveParts } from './live';
import { addLinkSignIn, addOidcSignIn, type SignIn } from './sign-in';
import { makeSiteChange, readSiteChange } from './site-changes';
import type { Authority, Session } from './users';

const MAX_BODY_BYTES = 16 * 1024;
const MAX_CURSOR = 300;
const MINUTE_MS = 60_000;
const MAX_CHANGES = 60;

export interface ConsoleParts extends GuardParts, LiveParts {
  /** Store for reading, restricted to trusted signatures. */
  store: Store;
  authority: Authority;
  signIn: SignIn;
  trust(): Trust;
  previewLink(remote: string, channel: string): Promise<string>;
  site: SiteReader;
  info(line: string): void;
  pages?: string | null;
}

type ConsoleApp = Hono<{ Variables: { session: Session } }>;

export function createConsole(parts: ConsoleParts): Hono {
  const app = new Hono();
  addHeaders(app, parts);
  if (parts.signIn.kind === 'link') addLinkSignIn(app, parts.signIn, parts);
  else addOidcSignIn(app, parts.signIn, parts);
  app.get('/api/sign-in', (context) => context.json({ kind: parts.signIn.kind }));
  const api: ConsoleApp = new Hono();
  api.use(requireSession(parts));
  addSession(api, parts);
  addDocuments(api, parts);
  addLive(api, parts);
  addChanges(api, parts);
  app.route('/api', api);
  addPages(app, parts.pages === undefined ? findPages() : parts.pages);
  return app;
}

function addSession(app: ConsoleApp, parts: ConsoleParts): void {
  const { store, authority } = parts;
  app.get('/session', async (context) => {
    const { user, csrf } = context.get('session');
    const [live, site] = await Promise.all([readTrustedLive(store), readSite(store)]);
    const owners = site?.owners ?? {};
    const names = [...new Set([...Object.keys(live.remotes), ...Object.keys(owners)])];
    const remotes = names.map((name) => [name, authority.getRefusal(user, name)] as const);
    return context.json({
      name: user.name,
      role: authority.getRole(user),
      csrf,
      remotes: Object.fromEntries(remotes),
      authors: nameAuthors([...names, 'site'], { owners, trust: parts.trust() }),
    } satisfies ConsoleSession);
  });
  app.post('/sign-out', (context) => {
    removeCookie(context, SESSION_COOKIE, getOrigin(context, parts));
    return context.json({ done: true });
  });
}

function addDocuments(app: ConsoleApp, parts: ConsoleParts): void {
  const { store, site, now } = parts;
  app.get('/overview', async (context) =>
    context.json(await readOverview(store, site.health, now().getTime())),
  );
  app.get('/day', async (context) => context.json(await site.day()));
  app.get('/remotes/:name', async (context) => {
    const before = context.req.query('before')?.slice(0, MAX_CURSOR);
    const name = context.req.param('name');
    return context.json(await readRemote(store, name, { now: now().getTime(), before }));
  });
  app.get('/remotes/:name/difference', async (context) => {
    const { from = '', to = '' } = context.req.query();
    return context.json(await readDifference(store, context.req.param('name'), { from, to }));
  });
  app.get('/remotes/:name/releases/:version', async (context) => {
    const { name, version } = context.req.param();
    return context.json(await readReleaseDetails(store, name, version));
  });
  app.get('/remotes/:name/:version/pictures/:file', async (context) => {
    const { name, version, file } = context.req.param();
    if (!remoteName.safeParse(name).success || !releaseVersion.safeParse(version).success)
      throw new ReleaseRefused('malformed address of a picture');
    const picture = await readPicture(store, `${name}/${version}`, file);
    if (!picture) return context.json({ detail: 'there is no such picture' }, 404);
    return context.body(new Uint8Array(picture), 200, {
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });
  app.get('/remotes/:name/:version/notes/:file', async (context) => {
    const { name, version, file } = context.req.param();
    if (!remoteName.safeParse(name).success || !releaseVersion.safeParse(version).success)
      throw new ReleaseRefused('malformed address of a picture');
    const picture = await readNotePicture(store, { remote: name, version, file });
    if (!picture) return context.json({ detail: 'this note has no picture' }, 404);
    return context.body(new Uint8Array(picture), 200, {
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
    });
  });
  app.get('/previews', async (context) =>
    context.json(await readOpenPreviews(store, now().getTime())),
  );
  app.get('/preview-link', async (context) => {
    const { remote = '', channel = '' } = context.req.query();
    return context.json({ url: await parts.previewLink(remote, channel) });
  });
  app.get('/audit', async (context) => {
    const query = auditQuery.safeParse(context.req.query());
    if (!query.data) throw new ReleaseRefused('malformed filter');
    const signers = { owners: await readOwners(store), trust: parts.trust() };
    const page = await readAuditPage(store, query.data, {
      signal: context.req.raw.signal,
      name: ({ who, remote }) => nameAuthor(who, remote, signers),
    });
    return context.json(page);
  });
  app.get('/site', async (context) => {
    const site = await readSite(store);
    if (!site) throw new ReleaseRefused('this store has no site.json');
    const refusal = parts.authority.getSiteRefusal(context.get('session').user);
    return context.json(describeSite(site, parts.trust().operators, refusal));
  });
}

const describeSite = (
  { signature: _, ...site }: SiteDocument,
  operators: readonly string[],
  refusal: string | null,
): ConsoleSite => ({ ...site, operators: operators.map(keyId), refusal });

const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new ReleaseRefused('the change is too large');
    },
  });

function addChanges(app: ConsoleApp, { authority, info, now }: ConsoleParts): void {
  const limiter = new RateLimiter(MAX_CHANGES, MINUTE_MS);
  for (const path of ['/changes', '/site'])
    app.post(path, async (context, next) => {
      const { user } = context.get('session');
      const seconds = limiter.consume(`${user.issuer} ${user.subject}`, now().getTime());
      if (seconds > 0)
        return busy(context, `too many changes; try again in ${seconds} seconds`, seconds);
      return next();
    });
  app.post('/site', limitBody(MAX_DOCUMENT_BYTES.site), async (context) => {
    const { user } = context.get('session');
    const change = readSiteChange(await context.req.json().catch(() => null));
    const refusal = authority.getSiteRefusal(user);
    if (refusal) throw new Untrusted(refusal);
    const text = await makeSiteChange(authority.storeFor(user), change);
    info(`${user.name}: ${change.action} of the site document in the console`);
    return context.json({ text });
  });
  app.post('/changes', limitBody(MAX_BODY_BYTES), async (context) => {
    const { user } = context.get('session');
    const change = readConsoleChange(await context.req.json().catch(() => null));
    const refusal = authority.getRefusal(user, change.remote);
    if (refusal) throw new Untrusted(refusal);
    const text = await makeChange(authority.storeFor(user), change);
    info(`${user.name}: ${change.action} ${change.remote} in the console`);
    return context.json({ text });
  });
}
