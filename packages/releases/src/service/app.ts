import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { requestId } from 'hono/request-id';
import { ReleaseRefused } from '../errors/errors';
import { RateLimiter } from '../limits/rate-limiter';
import { auditQuery, readAuditPage } from '../reports/audit-page';
import { readOverview } from '../reports/overview';
import { Untrusted } from '../signing/signature';
import { SignedStore } from '../signing/signed-store';
import { maySign } from '../signing/trust';
import { cachedStore } from '../stores/cached-store';
import { assertStorePath, InvalidPath } from '../stores/store';
import { addAdmissions } from './admissions';
import { applyChange } from './apply-change';
import { authenticate, readBody } from './authenticate';
import { readChange } from './changes';
import { addEventResend, addEventStream } from './event-stream';
import { type Following, followRequests } from './following';
import { cancelHeadBody } from './head-requests';
import { type Service, type ServiceApp, type ServiceParts, withDefaults } from './parts';
import { addPreviewCodes, previewCodePath } from './preview-codes';
import { answerError } from './refusals';
import { MAX_RELEASE_BYTES } from './release-limits';
import { assertForThis, readSignedBody, tooLarge, toSignedRequest } from './requests';
import { assertMayReadMaps } from './sender';
import { issuePass } from './senders';

const MAX_CHANGE_BYTES = 4 * 1024 * 1024;
const MAX_TOKEN_BYTES = 16 * 1024;
const MAX_REQUEST_ID = 64;
const HOUR_MS = 60 * 60_000;
const MAX_PASSES = 120;
const MAX_RELEASES = 60;
const NO_CONSOLE =
  "This release server has no sign-in for a console: set CONSOLE_OIDC_ISSUER. With your key, 'releases console --to' this address opens one on your machine.";

/** Creates the release server: it accepts signed builds and signed changes of the live document, and checks, tries and stores them. */
export function createService(parts: ServiceParts): ServiceApp {
  const service = withDefaults(parts);
  const releases = new RateLimiter(MAX_RELEASES, HOUR_MS);
  const app: ServiceApp = new Hono();
  app.use(cancelHeadBody);
  app.use(requestId({ limitLength: MAX_REQUEST_ID }));
  app.use(followRequests(service.following));
  addHealth(app, service);
  addMeasurements(app, service.following);
  addConsole(app, service);
  addPasses(app, service);
  addPreviewCodes(app, service);
  app.use('/v1/*', authenticate(service, releases));
  addLimits(app);
  app.use('/v1/*', readBody);
  addReading(app, service);
  addReports(app, service);
  addEventStream(app, service);
  addEventResend(app, service);
  addChanges(app, service);
  addAdmissions(app, service, releases);
  addRefusals(app, service);
  return app;
}

function addHealth(app: ServiceApp, { store }: Service): void {
  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    const ready = await store.read('site.json').then(
      () => true,
      () => false,
    );
    return context.json({ ready }, ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
}

function addConsole(app: ServiceApp, service: Service): void {
  if (service.console) app.route('/console', service.console(service));
  app.get('/console', (context) =>
    service.console ? context.redirect('/console/') : context.text(NO_CONSOLE, 404),
  );
}

function addReports(app: ServiceApp, { store, trust, health, day, now }: Service): void {
  const cached = new SignedStore(cachedStore(store), trust, null);
  app.get('/v1/overview', async (context) =>
    context.json(await readOverview(cached, health, now().getTime())),
  );
  app.get('/v1/day', async (context) => context.json(await day()));
  app.get('/v1/audit', async (context) => {
    const { data } = auditQuery.safeParse(context.req.query());
    if (!data) throw new ReleaseRefused('malformed filter of the audit log');
    return context.json(await readAuditPage(cached, data, { signal: context.req.raw.signal }));
  });
}

const limited = (maxSize: number) => bodyLimit({ maxSize, onError: () => tooLarge(maxSize) });

function addMeasurements(app: ServiceApp, { measured }: Following): void {
  if (!measured) return;
  app.get('/metrics', bearerAuth({ token: measured.token }), async (context) =>
    context.text(await measured.read(), 200, { 'cache-control': 'no-store' }),
  );
}

function addLimits(app: ServiceApp): void {
  for (const [path, maxSize] of [
    ['/v1/releases', MAX_RELEASE_BYTES],
    ['/v1/changes', MAX_CHANGE_BYTES],
    ['/v1/events/resend', MAX_TOKEN_BYTES],
  ] as const)
    app.use(path, limited(maxSize));
}

/** Adds passes. Runs before authentication, because a pipeline has no key yet. */
function addPasses(
  app: ServiceApp,
  { tokens, key, trust, now, hosts, consoleClient }: Service,
): void {
  const passes = new RateLimiter(MAX_PASSES, HOUR_MS);
  app.post('/v1/passes', limited(MAX_TOKEN_BYTES), async (context) => {
    const about = { tokens, key, trust: trust(), consoleClient, passes, now: now() };
    assertForThis(toSignedRequest(context).head.audience, context.req.header('host') ?? '', hosts);
    return context.json(
      await issuePass({ ...toSignedRequest(context), body: await readSignedBody(context) }, about),
    );
  });
}

function addReading(
  app: ServiceApp,
  { store, previewLink, previewSecret, following }: Service,
): void {
  app.get('/v1/objects/:path{.+}', async (context) => {
    const file = getPath(context);
    assertMayReadMaps(file, context.get('sender'));
    const content = await following.step('store read', {}, () => store.read(file));
    return content
      ? context.body(new Uint8Array(content))
      : context.json({ detail: 'there is no such object' }, 404);
  });
  app.get('/v1/preview-link', async (context) => {
    const { remote = '', channel = '' } = context.req.query();
    const sender = context.get('sender');
    if (!maySign(sender.trust, remote, sender.key))
      throw new Untrusted(`${sender.name} may not show previews of ${remote}`);
    const url = await previewLink(remote, channel);
    return context.json({ url, ...(previewSecret && { code: previewCodePath(url) }) });
  });
  app.get('/v1/list', async (context) =>
    context.json(await store.list(context.req.query('prefix') ?? '')),
  );
  app.get('/v1/modified', async (context) =>
    context.json(await store.modified(context.req.query('file') ?? '')),
  );
}

function getPath({ req }: Context): string {
  try {
    const path = decodeURIComponent(new URL(req.url).pathname.slice('/v1/objects/'.length));
    assertStorePath(path);
    return path;
  } catch (error) {
    if (error instanceof InvalidPath) throw error;
    throw new InvalidPath(req.path);
  }
}

function addChanges(app: ServiceApp, service: Service): void {
  app.post('/v1/changes', async (context) => {
    const change = readChange(context.get('body'));
    if (!(await applyChange(service, change, context.get('sender'))))
      return context.json({ detail: 'it changed meanwhile' }, 412);
    service.changes.poke();
    return context.json({ done: true });
  });
}

function addRefusals(app: ServiceApp, { following }: Service): void {
  app.notFound((context) => context.json({ detail: 'there is no such call' }, 404));
  app.onError(answerError(following));
}
