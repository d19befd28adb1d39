import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';

/** An S3-compatible server from npm, which checks signatures. */
async function startBucket() {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'carry' }],
  });
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}`,
    objects: () =>
      readdirSync(path.join(folder, 'carry'), { recursive: true }).filter((name) =>
        String(name).endsWith('._S3rver_object'),
      ),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

onEveryDatabaseAtNight('portraits in a bucket', (api) => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  let folder: string;

  beforeAll(async () => {
    bucket = await startBucket();
    vi.stubEnv('AWS_ENDPOINT_URL_S3', bucket.url);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
    folder = api().config.uploads;
    // A store is opened once for each address, and each database has a bucket server of its own.
    api().config.uploads = `s3://carry/uploads/${new URL(bucket.url).port}`;
  });
  afterAll(async () => {
    api().config.uploads = folder;
    vi.unstubAllEnvs();
    await bucket.close();
  });

  const load = (url: string) => api().app.request(url);
  async function newCoach(name: string) {
    const { coachId, userId } = await api().newCoach(name);
    const token = await signAccess(api(), userId);
    const send = async (picture: Buffer | null) =>
      (
        await api().send(
          'POST',
          '/api/coach/portrait/',
          { picture: picture?.toString('base64') ?? null },
          token,
        )
      ).body.portrait_url;
    return { coachId, userId, send };
  }
  const draw = (background: string) =>
    sharp({ create: { width: 400, height: 480, channels: 3, background } })
      .png()
      .toBuffer();

  test('stores, serves, replaces and deletes them', { timeout: 60_000 }, async () => {
    const { send, coachId } = await newCoach('bucketed');
    const first = await send(await draw('#c0703a'));
    expect(first).toMatch(new RegExp(`/uploads/${coachId}-[0-9a-f]{16}-800\\.webp$`));
    expect(bucket.objects()).toHaveLength(7);
    expect(readdirSync(folder)).toEqual([]);
    const response = await load(first);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(width).toBe(800);

    const second = await send(await draw('#204060'));
    expect([(await load(first)).status, (await load(second)).status]).toEqual([404, 200]);
    expect(bucket.objects()).toHaveLength(7);
    expect(await send(null)).toBeNull();
    expect((await load(second)).status).toBe(404);
    expect(bucket.objects()).toEqual([]);
  });

  test('deletes the portrait with the account', { timeout: 60_000 }, async () => {
    const { send, userId } = await newCoach('leaving');
    const url = await send(await draw('#303050'));
    expect((await load(url)).status).toBe(200);
    const { operatorToken } = api().config;
    const path = `/api/operator/members/${userId}/delete/`;
    expect((await api().send('POST', path, {}, operatorToken)).status).toBe(200);
    expect((await load(url)).status).toBe(404);
    expect(bucket.objects()).toEqual([]);
  });
});
