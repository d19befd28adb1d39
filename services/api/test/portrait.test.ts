import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { coaches } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0703a' } });
const jpeg = () =>
  picture(900, 1200)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
const attach = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"></svg>';

onEveryDatabaseAtNight('a coach’s portrait', (api) => {
  async function newCoach(name: string) {
    const coach = await api().newCoach(name);
    const token = await signAccess(api(), coach.userId);
    const upload = (bytes: Buffer | null, crop?: object) =>
      api().send(
        'POST',
        '/api/coach/portrait/',
        { picture: bytes === null ? null : bytes.toString('base64'), ...(crop && { crop }) },
        token,
      );
    return { ...coach, token, upload };
  }
  const load = (url: string) => api().app.request(url);

  test('publishes re-encoded sizes without metadata', { timeout: 60_000 }, async () => {
    const { coachId, upload } = await newCoach('pictured');
    const { status, body } = await upload(await jpeg());
    expect([status, body.portrait_url]).toEqual([200, expect.stringMatching(/-800\.webp$/)]);
    const { image_url, portrait, social_picture } = (
      await api().send('GET', `/api/coaches/${coachId}/`)
    ).body;
    expect(image_url).toBe(body.portrait_url);
    const urls = portrait.sources.flatMap(({ srcset }: { srcset: string }) =>
      srcset.split(', ').map((part) => part.split(' ')[0] ?? ''),
    );
    expect(urls).toHaveLength(6);
    for (const url of [...urls, social_picture]) {
      const response = await load(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const bytes = Buffer.from(await response.arrayBuffer());
      const { exif, width, format } = await sharp(bytes).metadata();
      expect(exif).toBeUndefined();
      expect(response.headers.get('content-type')).toBe(
        `image/${format === 'heif' ? 'avif' : format}`,
      );
      expect(url).toContain(width === 1200 ? 'social' : `-${width}.`);
    }
  });

  test('replaces and removes the files', { timeout: 60_000 }, async () => {
    const { coachId, upload } = await newCoach('changing');
    const first = (await upload(await jpeg())).body.portrait_url;
    const second = (await upload(await picture(400, 400).png().toBuffer())).body.portrait_url;
    expect([(await load(first)).status, (await load(second)).status]).toEqual([404, 200]);
    expect((await upload(null)).body.portrait_url).toBeNull();
    expect((await load(second)).status).toBe(404);
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, coachId));
    expect(coach?.portrait).toBeNull();
  });

  test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['SVG', () => Buffer.from(svg), /JPEG, PNG, WebP or AVIF/],
    ['a GIF', () => picture(300, 300).gif().toBuffer(), /JPEG, PNG, WebP or AVIF/],
    [
      'a page behind a PNG',
      async () => attach(await picture(300, 300).png().toBuffer()),
      /other data attached/,
    ],
    [
      'a page behind a WebP',
      async () => attach(await picture(300, 300).webp().toBuffer()),
      /other data attached/,
    ],
    ['a truncated JPEG', async () => (await jpeg()).subarray(0, -400), /couldn't read/],
    [
      'a cut JPEG with an end',
      async () => Buffer.concat([(await jpeg()).subarray(0, 700), Buffer.from([0xff, 0xd9])]),
      /couldn't read/,
    ],
    [
      'a page named JPEG',
      () =>
        Buffer.concat([
          Buffer.from([0xff, 0xd8, 0xff]),
          Buffer.from('<html>'),
          Buffer.from([0xff, 0xd9]),
        ]),
      /couldn't read/,
    ],
    ['30,000 pixels', () => picture(30_000, 200).png().toBuffer(), /at most 12,000 pixels/],
    ['100 pixels', () => picture(100, 100).png().toBuffer(), /at least 200/],
    [
      'more than 5 MB',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5_000_001)]),
      /at most 5 MB/,
    ],
  ])('rejects %s with a reason', { timeout: 60_000 }, async (_, make, reason) => {
    const { upload } = await newCoach(`bad${Math.random()}`);
    const { status, body } = await upload(await make());
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.detail).toMatch(reason);
  });

  test('shows the chosen part of an upright picture', { timeout: 60_000 }, async () => {
    const { upload } = await newCoach('cropped');
    // Stored on its side: red above green when it is upright.
    const halves = await sharp({
      create: { width: 1000, height: 1200, channels: 3, background: '#00c000' },
    })
      .composite([
        {
          input: { create: { width: 1000, height: 600, channels: 3, background: '#c00000' } },
          ...{ left: 0, top: 0 },
        },
      ])
      .png()
      .toBuffer();
    const onItsSide = await sharp(halves)
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const readColor = async (url: string) => {
      const bytes = Buffer.from(await (await load(url)).arrayBuffer());
      const { dominant } = await sharp(bytes).stats();
      return dominant.r > dominant.g ? 'red' : 'green';
    };
    const half = { width: 0.5, height: 0.5 };
    const above = await upload(onItsSide, { x: 0.25, y: 0, ...half });
    const below = await upload(onItsSide, { x: 0.25, y: 0.5, ...half });
    expect(below.body.portrait_url).not.toBe(above.body.portrait_url);
    expect(await readColor(below.body.portrait_url)).toBe('green');
    const again = await upload(onItsSide, { x: 0.25, y: 0, ...half });
    expect(await readColor(again.body.portrait_url)).toBe('red');
    const tiny = await upload(onItsSide, { x: 0.9, y: 0.9, width: 0.01, height: 0.01 });
    expect(tiny).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/larger/) } });
    expect((await upload(onItsSide, { x: 2, y: 0, ...half })).status).toBe(400);
  });

  test('bounds 100 uploads at once and loses nothing', { timeout: 90_000 }, async () => {
    const { token, upload } = await newCoach('crowded');
    const good = await picture(300, 360).png().toBuffer();
    const broken = good.subarray(0, -20);
    expect((await upload(good)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => upload(at % 10 === 0 ? good : broken)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(20);
    const { body } = await api().send('GET', '/api/coach/profile/', undefined, token);
    expect((await load(body.portrait_url)).status).toBe(200);
  });

  test('serves nothing but pictures of coaches', async () => {
    for (const path of ['..%2f..%2fetc%2fpasswd', 'x.svg', '1-0123456789abcdef-160.html'])
      expect((await load(`http://api.test/uploads/${path}`)).status).toBe(404);
  });

  test('lets students upload nothing', async () => {
    const student = await api().newStudent('pictureless');
    const sent = { picture: (await jpeg()).toString('base64') };
    expect((await api().send('POST', '/api/coach/portrait/', sent, student)).status).toBe(404);
  });

  test('saves the introduction and rejects unknown choices', async () => {
    const { coachId, token } = await newCoach('introduced');
    const { body: profile } = await api().send('GET', '/api/coach/profile/', undefined, token);
    expect(profile.choices.countries).toContainEqual({ code: 'KR', name: 'South Korea' });
    const { name: _, picture_origins: __, portrait_url: ___, choices: ____, ...own } = profile;
    const save = (change: object) =>
      api().send('PATCH', '/api/coach/profile/', { ...own, ...change }, token);
    const clip = 'https://youtu.be/dQw4w9WgXcQ?t=3';
    const saved = await save({
      games: ['lol', 'lol'],
      languages: ['en', 'ko'],
      country: 'KR',
      clip,
    });
    expect(saved.body).toMatchObject({ games: ['lol'], languages: ['en', 'ko'], country: 'KR' });
    expect((await api().send('GET', `/api/coaches/${coachId}/`)).body).toMatchObject({
      games: [{ code: 'lol', name: 'League of Legends' }],
      country: { code: 'KR', name: 'South Korea' },
      clip: { player: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' },
    });
    for (const change of [
      { games: ['chess'] },
      { languages: ['xx'] },
      { country: 'ZZ' },
      { clip: 'https://evil.example/watch?v=dQw4w9WgXcQ' },
      { clip: 'http://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    ])
      expect((await save(change)).status, JSON.stringify(change)).toBe(400);
  });
});
