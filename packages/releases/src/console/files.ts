import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Hono } from 'hono';
import { type GuardParts, getOrigin } from './guard';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const A_YEAR_S = 365 * 24 * 60 * 60;

/** Policy of the console's pages: own files only, no inline code, no frames, no strings that become markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function findPages(): string | null {
  const places = ['../../console/dist', '../console/dist'].map((place) =>
    path.join(import.meta.dirname, place),
  );
  return places.find((place) => existsSync(path.join(place, 'index.html'))) ?? null;
}

/** Sends the security headers with every response. Rejects other hosts. */
export function addHeaders(app: Hono, guard: Pick<GuardParts, 'origin'>): void {
  app.use(async (context, next) => {
    getOrigin(context, guard);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });
}

/** Serves the console's pages; each address without a file is a page of the application. */
export function addPages(app: Hono, folder: string | null): void {
  const files = new Map(folder ? listFiles(folder) : []);
  app.get('/:path{.*}', (context) => {
    const { pathname } = new URL(context.req.url);
    const name = pathname.slice('/console/'.length);
    const file = files.get(name);
    if (file && name !== 'index.html')
      return context.body(new Uint8Array(readFileSync(file)), 200, {
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'cache-control': `public, max-age=${A_YEAR_S}, immutable`,
      });
    const index = files.get('index.html');
    // a version in the address of a page has dots, too
    if (Object.hasOwn(TYPES, path.extname(name)) || name.startsWith('api/'))
      return context.json({ detail: 'there is no such page' }, 404);
    return index
      ? context.html(readFileSync(index, 'utf8'))
      : context.text('The console is not built; run npm run build.', 503);
  });
}

const listFiles = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file).replaceAll(path.sep, '/'), file];
    });
