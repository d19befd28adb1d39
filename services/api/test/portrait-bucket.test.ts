import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import { openFileStore } from '../src/core/files/bucket-store';
import { signAccess } from '../src/features/accounts/access-token';
import { startBucket } from './bucket';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('portraits in a bucket', (api) => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;

  beforeAll(async () => {
    bucket = await startBucket();
    for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value);
    Object.assign(api().files, openFileStore('s3://carry/uploads/messages'));
    Object.assign(api().pictures, openFileStore('s3://carry/uploads'));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await bucket.close();
  });
  beforeEach(async () => {
    bucket.age();
    await deleteExpired(api());
  });

  const load = (url: string) => api().app.request(url);
  async function newCoach(name: string) {
    const { coachId, userId } = await api().newCoach(name);
    const token = await signAccess(api(), userId);
    const send = async (picture: Buffer | null) => {
      const body = { picture: picture?.toString('base64') ?? null };
      return (await api().send('POST', '/api/coach/portrait/', body, token)).body.portrait_url;
    };
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
    expect(bucket.keys()).toHaveLength(7);
    expect(readdirSync(api().config.uploads.pictures)).toEqual([]);
    const response = await load(first);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(width).toBe(800);

    const second = await send(await draw('#204060'));
    expect([(await load(first)).status, (await load(second)).status]).toEqual([404, 200]);
    expect(bucket.keys()).toHaveLength(7);
    expect(await send(null)).toBeNull();
    expect((await load(second)).status).toBe(404);
    expect(bucket.keys()).toEqual([]);
  });

  test('deletes the portrait with the account', { timeout: 60_000 }, async () => {
    const { send, userId } = await newCoach('leaving');
    const url = await send(await draw('#303050'));
    expect((await load(url)).status).toBe(200);
    const { operatorToken } = api().config;
    const path = `/api/operator/members/${userId}/delete/`;
    expect((await api().send('POST', path, {}, operatorToken)).status).toBe(200);
    expect((await load(url)).status).toBe(404);
    expect(bucket.keys()).toEqual([]);
  });

  test('deletes files of crashed uploads after an hour', { timeout: 60_000 }, async () => {
    const { send, coachId } = await newCoach('crashing');
    const url = await send(await draw('#105030'));
    const options = { maxBytes: 10, type: 'image/webp' };
    const crashed = `${coachId}-${randomBytes(8).toString('hex')}`;
    for (const name of [`${crashed}-160.avif`, `${crashed}-160.webp`, 'logo.png'])
      await api().pictures.write(name, [Buffer.from('half')], options);
    const lost = randomBytes(16).toString('hex');
    await api().files.write(lost, [Buffer.from('PK')], options);

    await deleteExpired(api());
    expect(bucket.keys()).toHaveLength(11); // an upload may be running
    bucket.age();
    await deleteExpired(api());
    expect(bucket.keys()).toHaveLength(8);
    expect(bucket.keys()).toContain('uploads/logo.png'); // of another program
    expect((await load(url)).status).toBe(200);
  });
});
