import { readdirSync } from 'node:fs';
import { isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { coaches } from '../src/core/db/schema';
import { Problem } from '../src/core/errors/problem';
import { signAccess } from '../src/features/accounts/access-token';
import { encodePortrait } from '../src/features/uploads/encode';
import {
  animation,
  bomb,
  draw,
  emptyPromise,
  polyglots,
  SCRIPT,
  wideJpeg,
} from './crafted-pictures';
import { type Harness, onEveryDatabaseAtNight } from './harness';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 30);
const FILES_OF_PORTRAIT = 7;

async function newCoach(api: Harness, name: string) {
  const { coachId, userId } = await api.newCoach(name);
  const token = await signAccess(api, userId);
  const upload = (bytes: Buffer) =>
    api.send('POST', '/api/coach/portrait/', { picture: bytes.toString('base64') }, token);
  return { coachId, token, upload };
}

async function assertShown(api: Harness, coachId: number): Promise<Buffer[]> {
  const { body } = await api.send('GET', `/api/coaches/${coachId}/`);
  const urls: string[] = body.portrait.sources.flatMap(({ srcset }: { srcset: string }) =>
    srcset.split(', ').map((part) => part.split(' ')[0] ?? ''),
  );
  return Promise.all(
    [...urls, body.social_picture].map(async (url) => {
      const response = await api.app.request(url);
      expect(response.status, url).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^image\/(avif|webp|png)$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      return Buffer.from(await response.arrayBuffer());
    }),
  );
}

onEveryDatabaseAtNight('crafted portraits', (api) => {
  test.each(Object.entries(polyglots))(
    'publishes nothing of %s but pixels',
    {
      timeout: 60_000,
    },
    async (name, make) => {
      const bytes = await make();
      expect(bytes.includes(SCRIPT)).toBe(true);
      const { coachId, upload } = await newCoach(api(), `polyglot ${name}`.slice(0, 60));
      expect((await upload(bytes)).status).toBe(200);
      for (const file of await assertShown(api(), coachId))
        expect([file.includes('<script'), file.includes('onload')]).toEqual([false, false]);
    },
  );

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['900 million pixels in 110 KB', () => bomb(30_000), /at most 12,000 pixels/],
    ['a promise of 30,000 × 30,000', () => emptyPromise(30_000), /at most 12,000 pixels/],
    ['a promise of 11,000 × 11,000', () => emptyPromise(11_000), /at most 12,000 pixels/],
    ['a PNG with missing rows', () => emptyPromise(400), /couldn't read/],
    ['a JPEG of 30,000 × 30,000', () => wideJpeg(30_000), /at most 12,000 pixels/],
    ['a JPEG with missing rows', () => wideJpeg(2000), /couldn't read/],
  ])('rejects %s without decoding it', { timeout: 60_000 }, async (_, make, reason) => {
    const { upload } = await newCoach(api(), `bomb${Math.random()}`);
    const bytes = await make();
    const before = process.memoryUsage().rss;
    const { status, body } = await upload(bytes);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(reason)]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('shows the first frame of an animation', { timeout: 60_000 }, async () => {
    const { coachId, upload } = await newCoach(api(), 'animated');
    expect((await upload(await animation(100))).status).toBe(200);
    await assertShown(api(), coachId);
  });

  test('keeps the last of two pictures that alternate', { timeout: 90_000 }, async () => {
    const { coachId, upload } = await newCoach(api(), 'undecided');
    const pictures = [
      await draw(300, 360).png().toBuffer(),
      await draw(300, 360, '#204060').png().toBuffer(),
    ];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => upload(pictures[at % 2] ?? Buffer.alloc(0))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await assertShown(api(), coachId);
    const stored = readdirSync(api().config.uploads).filter((file) =>
      file.startsWith(`${coachId}-`),
    );
    expect(stored).toHaveLength(FILES_OF_PORTRAIT);
  });

  test('bounds the uploads of a hundred coaches', { timeout: 120_000 }, async () => {
    const crowd = await Promise.all(
      Array.from({ length: 100 }, (_, at) => newCoach(api(), `hundred${at}`)),
    );
    const bytes = await draw(300, 360).jpeg().toBuffer();
    const answers = crowd.map(async ({ coachId, upload }) => ({
      coachId,
      ...(await upload(bytes)),
    }));
    const probe = api().send('GET', '/api/coaches/1/');
    const waits = performance.now();
    expect((await probe).status).toBe(200);
    expect(performance.now() - waits).toBeLessThan(5000);
    const done = await Promise.all(answers);
    const shown = done.filter(({ status }) => status === 200);
    const refused = done.filter(({ status }) => status === 503);
    expect(shown.length + refused.length).toBe(100);
    expect(shown.length).toBeGreaterThanOrEqual(18);
    expect(refused[0]?.body.detail).toMatch(/try again in a minute/);
    for (const { coachId } of shown) await assertShown(api(), coachId);
    const named = await api()
      .db.select({ portrait: coaches.portrait })
      .from(coaches)
      .where(isNotNull(coaches.portrait));
    const names = new Set(
      readdirSync(api().config.uploads).map((file) => file.slice(0, file.indexOf('-') + 17)),
    );
    expect([...names].sort()).toEqual(named.map(({ portrait }) => portrait).sort());
  });
});

/** Damage to a file. */
const damage = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({
      do: fc.constant('set' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      byte: fc.nat(255),
    }),
    fc.record({
      do: fc.constant('repeat' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  ),
  { minLength: 1, maxLength: 4 },
);
const broken = (bytes: Buffer, steps: typeof damage extends fc.Arbitrary<infer D> ? D : never) =>
  steps.reduce((before: Buffer, step) => {
    const at = Math.floor(step.at * before.length);
    const copy = Buffer.from(before);
    if (step.do === 'cut') return copy.subarray(0, at);
    if (step.do === 'repeat') return Buffer.concat([copy, copy.subarray(at)]);
    copy[at] = step.byte;
    return copy;
  }, bytes);

let whole: Buffer[] = [];
beforeAll(async () => {
  const noise = draw(240, 288).composite([
    { input: await draw(100, 100, '#10f030').png().toBuffer(), left: 20, top: 30 },
  ]);
  const pixels = await noise.png().toBuffer();
  whole = [
    pixels,
    await sharp(pixels).jpeg().toBuffer(),
    await sharp(pixels).webp().toBuffer(),
    await sharp(pixels).avif().toBuffer(),
  ];
});

test('answers damaged files with pictures or a reason', { timeout: 240_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.nat(3), damage, async (format, steps) => {
      const bytes = broken(whole[format] ?? Buffer.alloc(0), steps);
      const outcome = await encodePortrait(1, bytes).catch((error: unknown) => error);
      if (outcome instanceof Problem) expect(outcome.status).toBe(400);
      else expect((outcome as { files: unknown[] }).files).toHaveLength(FILES_OF_PORTRAIT);
    }),
    { numRuns: RUNS },
  ),
);
