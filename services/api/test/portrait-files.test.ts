import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { Problem } from '../src/core/errors/problem';
import { encodePortrait } from '../src/features/uploads/encode';
import {
  animation,
  bomb,
  draw,
  falseHeader,
  polyglots,
  SCRIPT,
  wideJpeg,
} from './crafted-pictures';
import { onEveryDatabaseAtNight } from './harness';
import { assertShown, FILES_OF_PORTRAIT, newCoach } from './portrait-coach';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 30);

onEveryDatabaseAtNight('crafted portraits', (api) => {
  test.each(Object.entries(polyglots))(
    'publishes only the pixels of %s',
    {
      timeout: 60_000,
    },
    async (name, make) => {
      const bytes = await make();
      expect(bytes.includes(SCRIPT)).toBe(true);
      const { coachId, upload } = await newCoach(api(), `polyglot ${name}`.slice(0, 60));
      expect((await upload(bytes)).status).toBe(200);
      for (const file of await assertShown(api(), coachId))
        for (const trace of ['<script', 'onload', 'ftypmp42'])
          expect(file.includes(trace)).toBe(false);
    },
  );

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['900 million pixels in 110 KB', () => bomb(30_000), /at most 12,000 pixels/],
    ['a header that claims 30,000 × 30,000', () => falseHeader(30_000), /at most 12,000 pixels/],
    ['a header that claims 11,000 × 11,000', () => falseHeader(11_000), /at most 80 megapixels/],
    ['a PNG with missing rows', () => falseHeader(400), /couldn't read/],
    ['a JPEG of 30,000 × 30,000', () => wideJpeg(30_000), /at most 12,000 pixels/],
    ['a JPEG with missing rows', () => wideJpeg(2000), /couldn't read/],
  ])('rejects %s with a reason', { timeout: 60_000 }, async (_, make, reason) => {
    const { upload } = await newCoach(api(), `bomb${Math.random()}`);
    const bytes = await make();
    const before = process.memoryUsage().rss;
    const { status, body } = await upload(bytes);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(reason)]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('gives a repeated picture another name', { timeout: 60_000 }, async () => {
    const { coachId, upload } = await newCoach(api(), 'repeating');
    const bytes = await draw(300, 360).png().toBuffer();
    const urls = [await upload(bytes), await upload(bytes)].map(({ body }) => body.portrait_url);
    // The removal of the first one must not reach the second one.
    expect(urls[0]).not.toBe(urls[1]);
    await assertShown(api(), coachId);
  });

  test('shows the first frame of an animation', { timeout: 60_000 }, async () => {
    const { coachId, upload } = await newCoach(api(), 'animated');
    expect((await upload(await animation(100))).status).toBe(200);
    await assertShown(api(), coachId);
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

test('encodes damaged files or rejects them with a reason', { timeout: 240_000 }, () =>
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
