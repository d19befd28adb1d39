import { request } from 'node:http';
import { expect, test } from 'vitest';
import { signRequest } from '../src/signing/request';
import { S3Store } from '../src/stores/s3-store';
import { assertStorePath, InvalidPath } from '../src/stores/store';
import { build, release } from './build';
import { bench, booking, openStore, prepareService, startService } from './service-bench';
import { client } from './stores';

prepareService();

/** Sends a path unchanged; `fetch` would normalize it. */
async function ask(url: string, path: string): Promise<number> {
  const { host: audience, hostname, port } = new URL(url);
  const signed = new URL(path, url);
  const about = { method: 'GET', path: signed.pathname + signed.search, audience };
  const headers = signRequest({ ...about, body: Buffer.alloc(0) }, booking);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const waysOut = [
  '..',
  '../site.json',
  '..%2fsite.json',
  '%2e%2e/site.json',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'mf-booking/../../etc/passwd',
  'mf-booking/..%2f..%2fetc/passwd',
  '%2fetc%2fpasswd',
  '//etc/passwd',
  '/etc/passwd',
  '.',
  'mf-booking//release.json',
  'mf-booking%2f%2frelease.json',
  '..%5csite.json',
  '%5c..%5csite.json',
  'site.json%00',
  '%00',
  'site.json%0a',
  '%ff%fe',
  '%',
  '%zz',
  'a'.repeat(300),
  'a/'.repeat(500),
  'mf-booking',
  'audit',
];

test.each(waysOut)('responds 4xx to the object %j', async (path) => {
  const url = await startService();
  await release(openStore(url, booking), build());
  const status = await ask(url, `/v1/objects/${path}`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(bench.lines.filter((line) => line.startsWith('GET'))).toEqual([]);
});

test.each(waysOut)('responds without 5xx to list and time of %j', async (path) => {
  const url = await startService();
  for (const call of [`list?prefix=${path}`, `modified?file=${path}`])
    expect(await ask(url, `/v1/${call}`)).toBeLessThan(500);
});

test('rejects the same paths in a bucket', async () => {
  const store = new S3Store('carry', '', client('http://127.0.0.1:1'));
  for (const path of ['../x', '/x', 'a//b', 'a/./b', 'a\\b', 'a\0', '']) {
    expect(() => assertStorePath(path)).toThrow(InvalidPath);
    await expect(store.read(path)).rejects.toThrow(InvalidPath);
  }
});
