import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveTrust } from '@carry/releases';
import { S3Store } from '@carry/releases/testing/bucket';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PointerWatcher } from './pointer-watcher';
import { ReleaseFiles } from './release-files';

const POLL_MS = 20;
const WATCH_MS = 1500;

let folder: string;
let bucket: Server;
let watcher: PointerWatcher | undefined;
let requests: number;
/** Response of the bucket. */
let refused: { status: number; code: string };

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-watcher-'));
  requests = 0;
  bucket = createServer((request, response) => {
    if (request.url?.includes('live.json')) requests++;
    response
      .writeHead(refused.status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${refused.code}</Code><Message>no</Message></Error>`);
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  watcher?.close();
  bucket.closeAllConnections();
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

async function follow() {
  const lines: string[] = [];
  const store = new S3Store('carry', '', {
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'site', secretAccessKey: 'secret' },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  Object.assign(store, { pollMs: POLL_MS });
  const log = (line: string) => void lines.push(line);
  watcher = new PointerWatcher(store, new ReleaseFiles(store, path.join(folder, 'good'), log), {
    log,
    trust: () => deriveTrust(null, []),
    siteUrl: '',
    onIgnored: () => {},
  });
  await watcher.follow(async () => {});
  await sleep(WATCH_MS);
  return { watcher, lines };
}

describe('PointerWatcher', () => {
  test('backs off from a store that refuses for good', async () => {
    refused = { status: 403, code: 'AccessDenied' };
    const { watcher, lines } = await follow();
    expect(watcher.refusal).toBe('403 AccessDenied');
    expect(requests).toBeLessThan(12); // 20, 40, 80 … ms apart
    expect(lines.join()).toContain(
      '(403 AccessDenied; retries cannot help: check credentials, policy and address of the store)',
    );
    const before = lines.length;
    refused = { status: 503, code: 'SlowDown' };
    await expect.poll(() => watcher.refusal, { timeout: 5000 }).toBeNull();
    expect(lines.length).toBeGreaterThan(before);
  });

  test('looks at once again after a transient failure', async () => {
    refused = { status: 503, code: 'SlowDown' };
    const { watcher, lines } = await follow();
    expect(watcher.refusal).toBeNull();
    expect(requests).toBeGreaterThan(15);
    expect(lines.join()).not.toContain('retries cannot help');
  });
});
