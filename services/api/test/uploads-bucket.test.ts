// Real processes of the API share a bucket over HTTP.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePorts, fromSource, type Service, startService } from 'workspace/process';
import { localSecrets } from 'workspace/secrets';
import { deleteExpired } from '../src/app/retention';
import { openFileStore } from '../src/core/files/bucket-store';
import { signAccess } from '../src/features/accounts/access-token';
import { startBucket } from './bucket';
import { pair } from './conversation';
import { type Harness, onPostgres } from './harness';

const STORE = 's3://carry/uploads';
const REPLAY = Buffer.concat([Buffer.from('PBDEMS2\0'), Buffer.alloc(300_000, 7)]);

/** Starts two processes of the API on the database of a harness, with the bucket and an unused folder. */
async function startTwo(api: Harness, folder: string, bucket: Record<string, string>) {
  if (!('url' in api.config.database)) throw new Error('requires PostgreSQL');
  const env = {
    ...localSecrets(folder),
    ...bucket,
    UPLOADS_STORE: STORE,
    UPLOADS_DIR: path.join(folder, 'uploads'),
    DATABASE_URL: api.config.database.url,
    JWT_SECRET: api.config.jwtSecret,
    OPERATOR_TOKEN: api.config.operatorToken,
    DISCORD_CLIENT_ID: '1',
    DISCORD_GUILD_ID: '1',
    SMTP_URL: api.sandbox.smtpUrl,
    STRIPE_API_URL: api.sandbox.origin,
    SITE_URL: api.config.siteUrl,
  };
  const lines: string[] = [];
  const processes: { url: string; service: Service }[] = [];
  for (const port of (await freePorts()).slice(0, 2)) {
    const url = `http://127.0.0.1:${port}`;
    const service = await startService({
      name: 'api',
      program: fromSource('services/api/src/app/main.ts'),
      env: { ...env, API_PORT: String(port) },
      readyUrl: `${url}/healthz`,
      log: (line) => lines.push(line),
    });
    processes.push({ url, service });
  }
  return {
    urls: processes.map(({ url }) => url),
    lines,
    stop: () => Promise.all(processes.map(({ service }) => service.stop())),
  };
}

const call = (url: string, token: string, body?: object) => {
  const isFile = Buffer.isBuffer(body);
  const type = isFile ? 'application/octet-stream' : 'application/json';
  return fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  });
};
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

const draw = async (background: string) =>
  (
    await sharp({ create: { width: 400, height: 480, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64');

onPostgres('uploads in a bucket', (api) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-two-'));
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  let apis: Awaited<ReturnType<typeof startTwo>>;

  beforeAll(async () => {
    bucket = await startBucket();
    for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value);
    Object.assign(api().files, openFileStore(`${STORE}/messages`));
    Object.assign(api().pictures, openFileStore(STORE));
    apis = await startTwo(api(), folder, bucket.env);
  }, 90_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await apis.stop();
    await bucket.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const upload = (url: string, path: string, token: string) =>
    call(`${url}${path}files/?name=match.dem`, token, REPLAY);
  const sweep = async () => {
    bucket.age();
    await deleteExpired(api());
  };
  const remove = (url: string, userId: number) =>
    call(`${url}/api/operator/members/${userId}/delete/`, api().config.operatorToken, {});

  test('two processes serve what either stored, until the account is deleted', {
    timeout: 60_000,
  }, async () => {
    const [first = '', second = ''] = apis.urls;
    const { student, coach, path, owner } = await pair(api());
    const sent = await upload(first, path, student.token);
    const { id, size } = await sent.json();
    expect([sent.status, size]).toEqual([201, REPLAY.length]);
    const message = { key: randomUUID(), text: 'The match.', files: [id] };
    expect((await call(`${second}${path}messages/`, student.token, message)).status).toBe(201);
    const portrait = { picture: await draw('#c0703a') };
    const saved = await call(`${second}/api/coach/portrait/`, coach.token, portrait);
    const { pathname } = new URL((await saved.json()).portrait_url);

    for (const url of apis.urls) {
      const file = await call(`${url}${path}files/${id}/`, coach.token);
      expect([file.status, file.headers.get('content-type')]).toEqual([
        200,
        'application/octet-stream',
      ]);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="match\.dem"/);
      expect((await readBytes(file)).equals(REPLAY)).toBe(true);
      const picture = await fetch(url + pathname);
      expect(picture.headers.get('content-type')).toBe('image/webp');
      expect((await sharp(await readBytes(picture)).metadata()).width).toBe(800);
      expect((await fetch(`${url}/uploads/messages`)).status).toBe(404);
    }
    expect(bucket.keys()).toHaveLength(8);
    expect(readdirSync(folder)).not.toContain('uploads');

    await sweep();
    expect(bucket.keys()).toHaveLength(8);
    expect((await remove(first, owner.studentId)).status).toBe(200);
    expect((await remove(second, owner.coachUserId)).status).toBe(200);
    expect((await call(`${second}${path}files/${id}/`, coach.token)).status).not.toBe(200);
    await sweep();
    expect(bucket.keys()).toEqual([]);
  });

  test('explains that the bucket is down, and loses nothing', { timeout: 90_000 }, async () => {
    const [first = '', second = ''] = apis.urls;
    const { student, coach, path, owner } = await pair(api());
    const { id } = await (await upload(first, path, student.token)).json();
    const colors = [await draw('#204060'), await draw('#105030')];
    const savePortrait = (picture: string | undefined) =>
      call(`${first}/api/coach/portrait/`, coach.token, { picture });
    const { pathname } = new URL((await (await savePortrait(colors[0])).json()).portrait_url);
    const download = (url: string) => call(`${url}${path}files/${id}/`, student.token);

    await bucket.stop();
    const answers = [
      await upload(second, path, student.token),
      await savePortrait(colors[1]),
      await download(second),
      await fetch(second + pathname),
    ];
    const details = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([507, 507, 503, 503]);
    for (const [index, { detail }] of details.entries())
      expect(detail).toBe(
        `We can't ${index < 2 ? 'store' : 'open'} files right now. Please try again in a few minutes.`,
      );
    expect(apis.lines.join('\n')).toContain('uploads.unavailable');
    const message = { key: randomUUID(), text: 'Without the file.', files: [id] };
    expect((await call(`${first}${path}messages/`, student.token, message)).status).toBe(201);
    const leaving = await api().newCoach('leaving-while-down');
    expect((await remove(first, leaving.userId)).status).toBe(200);

    await bucket.start();
    expect((await readBytes(await download(second))).equals(REPLAY)).toBe(true);
    expect((await fetch(first + pathname)).status).toBe(200);
    const { body } = await api().send('GET', `/api/coaches/${owner.coachId}/`);
    expect(new URL(body.image_url).pathname).toBe(pathname);
    expect((await upload(second, path, student.token)).status).toBe(201);
  });

  test('deletes a portrait that could not be removed', { timeout: 90_000 }, async () => {
    const { coachId, userId } = await api().newCoach('leaving');
    await sweep();
    const before = bucket.keys();
    const token = await signAccess(api(), userId);
    const [url = ''] = apis.urls;
    const picture = { picture: await draw('#303050') };
    expect((await call(`${url}/api/coach/portrait/`, token, picture)).status).toBe(200);
    await bucket.stop();
    expect((await remove(url, userId)).status).toBe(200);
    await expect.poll(() => apis.lines.join('\n')).toContain('removing pictures failed');
    await bucket.start();
    expect(bucket.keys().filter((key) => key.includes(`/${coachId}-`))).toHaveLength(7);
    await sweep();
    expect(bucket.keys()).toEqual(before);
  });
});
