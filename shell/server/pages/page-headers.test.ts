import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MAX_PAGE_ORIGINS_LENGTH } from '@carry/releases';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config/config';
import { commonHeaders, type PageNeeds, pageHeaders } from '../http/security';
import { getPageHeaders } from './page-headers';
import type { PageView } from './print/print-page';
import { hashInlineStyles, MAX_STYLES } from './render/inline-styles';

const OWNER = 'mf-remote-24';
const refs = Array.from({ length: 24 }, (_, index) => ({
  name: `mf-remote-${index + 1}`,
  version: '10.20.30-0123456789ab',
}));

function createView(length: number): PageView {
  const owner = { ref: { name: OWNER }, pattern: '/' };
  const page = { owner, head: [{ tag: 'title', text: 'Carry' }], staleSeconds: 60 };
  const composition = { refs: refs.slice(-length), site: {}, menu: {} };
  return { page, pathname: '/', previews: [], composition } as unknown as PageView;
}

/** Headers that the server and Node add to each page. */
const OTHERS = [
  ['date', new Date().toUTCString()],
  ['connection', 'keep-alive'],
  ['keep-alive', 'timeout=75'],
  ['transfer-encoding', 'chunked'],
  ['content-encoding', 'gzip'],
  ['x-request-id', 'x'.repeat(36)],
  ['server-timing', 'render;dur=1234.5, cache;desc=stale, mode;desc=full, total;dur=1234.5'],
  [
    'set-cookie',
    `carry_id=${'x'.repeat(22)}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ],
] as const;

/** Headers of the largest page without granted origins, as sent. */
function printLargest(needs: PageNeeds = {}): string {
  const config = readConfig(
    { API_URL: 'https://api.carry.example', SITE_URL: 'https://carry.example' },
    { store: '/tmp/releases', lastGood: '/tmp/good' },
  );
  const styles = Array.from({ length: MAX_STYLES }, (_, top) => `<p style="top:${top}px"></p>`);
  const thirdParties = {
    scripts: ['https://www.googletagmanager.com', 'https://js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://hooks.stripe.com', 'https://discord.com'],
    calls: ['https://www.google-analytics.com', 'https://api.stripe.com'],
  };
  const headers = [
    ...pageHeaders(
      config,
      { nonce: 'x'.repeat(22), thirdParties, local: [] },
      { ...needs, inlineStyles: hashInlineStyles(styles.join('')) },
    ),
    ...commonHeaders(config),
    ...Object.entries(getPageHeaders(createView(24))),
    ...OTHERS,
  ];
  return ['HTTP/1.1 200 OK', ...headers.map((header) => header.join(': ')), '', ''].join('\r\n');
}

describe('headers of a page', () => {
  test('fit a proxy that accepts 4 KB', () => {
    expect(printLargest().length).toBeLessThan(4096);
  });

  test('fit our nginx with as many origins as a page may have', () => {
    const nginx = path.join(import.meta.dirname, '../../../deploy/proxy/nginx.conf');
    const [, kilobytes = 4] = /^proxy_buffer_size (\d+)k;/m.exec(readFileSync(nginx, 'utf8')) ?? [];
    const connect = Array.from({ length: 80 }, (_, at) =>
      `https://api-${at}.`.padEnd(MAX_PAGE_ORIGINS_LENGTH / 80, 'x'),
    );
    const headers = printLargest({ connect, wasm: true, workers: true });
    expect(headers).toContain('wss://api-79.');
    expect(headers.length).toBeLessThan(Number(kilobytes) * 1024);
  });

  test('start the composition with the own release and cut a long one', () => {
    const { 'x-composition': short } = getPageHeaders(createView(2));
    expect(short).toBe('mf-remote-24@10.20.30-0123456789ab, mf-remote-23@10.20.30-0123456789ab');
    const { 'x-composition': long = '' } = getPageHeaders(createView(24));
    expect(long.startsWith(`${OWNER}@`)).toBe(true);
    expect(long).toMatch(/, and 13 more$/);
  });
});
