import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isHttps } from '@carry/contracts/deployment';
import { MAX_PICTURE_BYTES } from '@carry/contracts/limits';
import { serveStatic } from '@hono/node-server/serve-static';
import { sql } from 'drizzle-orm';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { cancelHeadBody } from 'server-kit/head-requests';
import { watchForProxy } from 'server-kit/network';
import { observeRequests } from 'server-kit/observe';
import type { Dependencies } from '../core/context/dependencies';
import { Problem } from '../core/errors/problem';
import { bodyLimits } from '../core/http/body-limits';
import { addCompression } from '../core/http/compress';
import { addCors } from '../core/http/cors';
import { handleErrors } from '../core/http/handle-errors';
import { createRouter } from '../core/http/router';
import type { Metrics } from '../core/monitoring/metrics';
import { log } from '../core/process/log';
import { calendarRoutes } from '../features/calendar/routes';
import { botRoutes } from '../features/chat/bot';
import { operatorTokenOnly } from '../features/operator/guard';
import { webhookRoutes } from '../features/payments/webhook';
import { recordPayout, refreshAccount } from '../features/payouts/accounts';
import { syncTransfer } from '../features/payouts/events';
import { unsubscribeRoutes } from '../features/reminders/routes';
import { uploadRoutes } from '../features/uploads/files';
import { waitlistRoutes } from '../features/waitlist/unsubscribe';
import { handlers } from './handlers';
import { isShared, mountCalls, slotsPath } from './mount';

const READY_MS = 1500;
const UPLOAD_PATHS = new Set([
  '/api/coach/portrait/',
  '/api/coach/pictures/',
  '/api/coach-applications/',
]);
const mediaFolder = path.join(import.meta.dirname, '../../media');
/** A picture may change in place; clients see that within a day. */
const MEDIA_CACHING = 'public, max-age=86400, stale-while-revalidate=604800';
const bodied = new Set(['POST', 'PATCH']);
/** JSON is UTF-8 (RFC 8259); another charset would be misread. */
const jsonType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const uploadPath = /^\/api\/bookings\/[^/]+\/files\/$/;
/** A cross-origin page can only use a cached response if its 304 has these headers, too. */
const CORS_HEADERS = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'x-request-id',
];
const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...CORS_HEADERS] });
const MAX_REQUEST_ID = 64;
/** Short enough to read out to support. */
const newRequestId = () => randomBytes(9).toString('base64url');

type Router = ReturnType<typeof createRouter>;

export function createApp(deps: Dependencies) {
  const app = createRouter();
  app.use(cancelHeadBody);
  addObservation(app, deps);
  addBounds(app, deps);
  mountCalls(app, deps, handlers);
  app.route('/', webhookRoutes(deps, { syncTransfer, refreshAccount, recordPayout }));
  app.route('/', botRoutes(deps));
  app.route('/', calendarRoutes(deps));
  app.route('/', unsubscribeRoutes(deps));
  app.route('/', waitlistRoutes(deps));
  app.route('/', uploadRoutes(deps));
  addOperations(app, deps);
  addDocuments(app);
  app.notFound((context) => context.json({ detail: 'Not found.' }, 404));
  app.onError(handleErrors);
  return app;
}

function addObservation(app: Router, deps: Dependencies): void {
  const strictTransportSecurity = isHttps(deps.config.url) && 'max-age=63072000';
  app.use(requestId({ limitLength: MAX_REQUEST_ID, generator: newRequestId }));
  app.use(observe(deps.metrics));
  app.use(secureHeaders({ crossOriginResourcePolicy: 'cross-origin', strictTransportSecurity }));
  const watch = watchForProxy(deps.config.proxies, (line, event) => log.warn(event, line));
  app.use(async (context, next) => {
    watch({ header: (name) => context.req.header(name) });
    await next();
  });
}

function addBounds(app: Router, deps: Dependencies): void {
  addCors(app, new URL(deps.config.siteUrl).origin);
  addCompression(app);
  app.use('/api/*', (context, next) => (isShared(context.req) ? tagged(context, next) : next()));
  const limited = bodyLimit({
    maxSize: bodyLimits.json,
    onError: () => refuse(413, 'The request is too large.'),
  });
  const limitedUpload = bodyLimit({
    maxSize: bodyLimits.picture,
    onError: () =>
      refuse(413, `Please use a picture of at most ${MAX_PICTURE_BYTES / 1_000_000} MB.`),
  });
  // A GET has no body; checking for one would clone the request.
  app.use((context, next) => {
    if (context.req.method === 'GET' || uploadPath.test(context.req.path)) return next();
    return (UPLOAD_PATHS.has(context.req.path) ? limitedUpload : limited)(context, next);
  });
  app.use('/api/*', async (context, next) => {
    const { method, path } = context.req;
    const isJson = jsonType.test(context.req.header('content-type') ?? '');
    const isExempt = path === '/api/stripe/webhook/' || uploadPath.test(path);
    if (bodied.has(method) && !isJson && !isExempt)
      throw new Problem(415, 'Send application/json.');
    await next();
    const { headers } = context.res;
    headers.set('cache-control', isShared(context.req) ? 'no-cache' : 'no-store');
    if (slotsPath.test(path)) headers.append('vary', 'authorization');
  });
}

async function databaseProblem({ db }: Dependencies): Promise<string | null> {
  try {
    // assigning a transaction id forces a write to disk
    const { rows } = (await db.execute(
      sql`SELECT current_setting('transaction_read_only') = 'on' AS readonly,
        has_table_privilege('bookings', 'INSERT') AS granted,
        CASE WHEN current_setting('transaction_read_only') = 'off' THEN pg_current_xact_id() END`,
    )) as unknown as { rows: { readonly: boolean; granted: boolean }[] };
    const [{ readonly = true, granted = false } = {}] = rows;
    return readonly || !granted ? 'The database cannot be written.' : null;
  } catch {
    return 'The database is not responding.';
  }
}

function addOperations(app: Router, deps: Dependencies): void {
  app.get('/metrics', operatorTokenOnly(deps), async (context) => {
    const { registry } = deps.metrics;
    return context.text(await registry.metrics(), 200, {
      'content-type': registry.contentType,
      'cache-control': 'no-store',
    });
  });
  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    if (deps.lifecycle.stopping) throw new Problem(503, 'Shutting down.');
    const problem = databaseProblem(deps);
    const outcome = await Promise.race([problem, within(READY_MS)]);
    if (outcome !== null) throw new Problem(503, outcome || 'The database is not responding.');
    return context.text('ok');
  });
}

function addDocuments(app: Router): void {
  app.use(
    '/media/*',
    compress(),
    etag(),
    serveStatic({
      root: path.relative(process.cwd(), mediaFolder),
      rewriteRequestPath: (file) => file.replace(/^\/media/, ''),
      onFound: (_, context) => context.header('cache-control', MEDIA_CACHING),
    }),
  );
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  app.doc31('/openapi.json', { openapi: '3.1.0', info: { title: 'Carry API', version: '1' } });
}

const within = (ms: number) =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref());

function refuse(status: 413, detail: string): never {
  throw new Problem(status, detail);
}

const observe = ({ calls }: Metrics) =>
  observeRequests({
    log,
    measure: ({ method, route, status }, seconds) =>
      calls.observe({ method, route, status }, seconds),
  });
