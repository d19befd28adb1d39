import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { devFilesOf, filePolicy, type PolicyNeeds } from '@carry/contracts/release';
import { describeFailure } from '@carry/releases';
import { type Dispatcher, request as send } from 'undici';
import {
  extendPolicy,
  type Grants,
  readNonce,
  toList,
  toLocalCookie,
  toTargetCookies,
  withoutDropped,
} from './headers';
import {
  type PageContext,
  type Replacement,
  type RewrittenPage,
  rewriteComposition,
  rewritePage,
} from './page';

const API_BASE = '/_carry-dev/api';
/** Reports of a development build must not count against the live release. */
const REPORTS = /^\/_shell\/(csp-)?reports$/;
const COMPOSITION = /^\/_shell\/composition(\.json|\/)/;
const JSON_TYPE = /^application\/(\w+\+)?json\b/;

export interface ProxySetup {
  site: string;
  api: string;
  settings: Record<string, unknown>;
  local: string;
  remote: string;
  devServer: string;
  dispatcher: Dispatcher;
  replacement(): Promise<Replacement>;
}

interface Target {
  origin: string;
  path: string;
  cookies: string;
  base: string;
}

type Upstream = Dispatcher.ResponseData;
type SendOptions = Parameters<typeof send<null>>[1] & object;

function findTarget({ site, api, local, remote, devServer }: ProxySetup, url: string): Target {
  const { port } = new URL(local);
  const devFiles = devFilesOf(remote);
  if (url.startsWith(devFiles))
    return {
      origin: devServer,
      path: `/${url.slice(devFiles.length)}`,
      cookies: `carry-dev-${port}-files.`,
      base: devFiles.slice(0, -1),
    };
  if (api !== site && url.startsWith(`${API_BASE}/`))
    return {
      origin: api,
      path: url.slice(API_BASE.length),
      cookies: `carry-dev-${port}-api.`,
      base: API_BASE,
    };
  return { origin: site, path: url, cookies: `carry-dev-${port}-site.`, base: '' };
}

/** Returns why a request is refused: it must come from a page of this address. */
function findRefusal({ local }: ProxySetup, { headers }: IncomingMessage): string | null {
  const { host, origin: caller } = headers;
  if (host !== new URL(local).host) return `open ${local}`;
  const isNavigation = headers['sec-fetch-mode'] === 'navigate';
  const isForeign =
    (caller !== undefined && caller !== local) ||
    (headers['sec-fetch-site'] === 'cross-site' && !isNavigation);
  return isForeign ? `pages of other origins may not call ${local}` : null;
}

/** Returns the local address of a URL of the site or its API; other URLs and paths as they are. */
function localize({ site, api, local }: ProxySetup, url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  const place = origin === site ? local : origin === api ? local + API_BASE : null;
  return place === null ? url : url.replace(/^[^/]*\/\/[^/?#]*/, place);
}

function requestHeaders(
  { site, local }: ProxySetup,
  { headers }: IncomingMessage,
  target: Target,
): Record<string, string | string[]> {
  const { host: _, cookie, origin, referer, ...rest } = withoutDropped(headers);
  const cookies = toTargetCookies(cookie, target.cookies);
  const readsText =
    target.base === '' && (/html/.test(headers.accept ?? '') || COMPOSITION.test(target.path));
  const sent = {
    ...rest,
    ...(cookies && { cookie: cookies }),
    ...(origin && { origin: site }),
    ...(referer && { referer: referer.replace(local, site) }),
    ...(readsText && {
      'accept-encoding': 'identity',
      'if-none-match': undefined,
      'if-modified-since': undefined,
    }),
  };
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function responseHeaders(setup: ProxySetup, target: Target, { headers }: Upstream) {
  const { 'set-cookie': cookies, location, ...rest } = withoutDropped(headers);
  return {
    ...rest,
    ...(cookies && {
      'set-cookie': toList(cookies).map((cookie) =>
        toLocalCookie(cookie, target.cookies, target.base),
      ),
    }),
    ...(location && { location: localize(setup, location).replace(/^\//, `${target.base}/`) }),
  };
}

const decoders: Record<string, (content: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

async function readText({ headers, body }: Upstream): Promise<string> {
  const content = await buffer(body);
  const decode = decoders[String(headers['content-encoding'] ?? '')];
  return (decode ? decode(content) : content).toString();
}

/** Returns the additions to the policy of a page that shows the development build. A slot cannot show frames. */
function getPolicy(
  { grants, needs }: Replacement,
  { isOwn, isConsumer }: Omit<RewrittenPage, 'html'>,
): Grants & Partial<PolicyNeeds> {
  if (isOwn) return { ...grants, ...needs };
  return isConsumer ? { connect: grants?.connect, ...needs } : {};
}

/** Returns the changed text and status of a response, or null. Data keep the site's addresses, because forms send them back. */
async function rewrite(setup: ProxySetup, target: Target, upstream: Upstream) {
  if (target.base !== '') return null;
  const type = String(upstream.headers['content-type'] ?? '');
  const { statusCode: status } = upstream;
  const { pathname } = new URL(target.path, setup.site);
  if (type.startsWith('text/html')) {
    const context: PageContext = {
      pathname,
      site: setup.site,
      nonce: readNonce(upstream.headers),
      localize: (url) => localize(setup, url),
    };
    const replacement = await setup.replacement();
    const { html, isOwn, isConsumer } = rewritePage(await readText(upstream), replacement, context);
    return {
      text: html,
      status: isOwn ? 200 : status,
      additions: getPolicy(replacement, { isOwn, isConsumer }),
    };
  }
  if (!JSON_TYPE.test(type) || !COMPOSITION.test(pathname) || status !== 200) return null;
  const text = rewriteComposition(
    await readText(upstream),
    await setup.replacement(),
    setup.settings,
  );
  return { text, status, additions: {} };
}

/** Headers that describe the unchanged text. */
const OF_TEXT = ['content-encoding', 'content-length', 'etag', 'last-modified', 'cache-control'];

const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET']);

/** Repeats a read once: the server may close an idle connection just as we use it again. */
async function sendTo(url: string, options: SendOptions): Promise<Upstream> {
  try {
    return await send(url, options);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (options.body !== null || !CLOSED.has(code)) throw error;
    return send(url, options);
  }
}

async function answer(setup: ProxySetup, request: IncomingMessage, response: ServerResponse) {
  const refusal = findRefusal(setup, request);
  const { method = 'GET', url = '/' } = request;
  if (refusal) return void response.writeHead(403).end(`${refusal}\n`);
  if (REPORTS.test(url)) return void response.writeHead(204).end();
  const target = findTarget(setup, url);
  const stop = new AbortController();
  response.once('close', () => stop.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const upstream = await sendTo(target.origin + target.path, {
    method: method as Dispatcher.HttpMethod,
    headers: requestHeaders(setup, request, target),
    body: hasBody ? request : null,
    bodyTimeout: 0, // event streams stay open
    dispatcher: setup.dispatcher,
    signal: stop.signal,
  });
  const headers: NodeJS.Dict<string | string[]> = responseHeaders(setup, target, upstream);
  const rewritten = method === 'HEAD' ? null : await rewrite(setup, target, upstream);
  if (!rewritten) {
    if (target.origin === setup.devServer) {
      const { grants } = await setup.replacement();
      headers['content-security-policy'] = filePolicy(
        new URL(target.path, setup.local).pathname,
        grants?.connect,
      );
    }
    response.writeHead(upstream.statusCode, headers);
    return pipeline(upstream.body, response);
  }
  const { origin } = await setup.replacement();
  const policies = toList(headers['content-security-policy']).flatMap((line) => line.split(/,\s*/));
  for (const name of OF_TEXT) delete headers[name];
  response.writeHead(rewritten.status, {
    ...headers,
    'cache-control': 'no-store',
    ...(policies.length > 0 && {
      'content-security-policy': policies
        .map((policy) => extendPolicy(policy, origin, rewritten.additions))
        .join(', '),
    }),
  });
  response.end(rewritten.text);
}

export const createProxy = (setup: ProxySetup): Server =>
  createServer((request, response) => {
    answer(setup, request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      if (response.headersSent) return void response.destroy();
      const { origin } = findTarget(setup, request.url ?? '/');
      const why = `cannot reach ${origin}: ${describeFailure(error)}`;
      console.error(why);
      response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
    });
  });
