import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import { signAccess } from '../src/features/accounts/access-token';
import { bomb, draw, falseHeader, polyglots, SCRIPT, wideJpeg } from './crafted-pictures';
import { onEveryDatabaseAtNight } from './harness';
import { application } from './matrix-row';

const OPERATOR = 'the operator of the tests';
const DAY_MS = 24 * 3_600_000;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"></svg>';
const base64 = (bytes: Buffer) => bytes.toString('base64');

const bad: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['SVG', () => Buffer.from(svg), /JPEG, PNG, WebP or AVIF/],
  ['900 million pixels', () => bomb(30_000), /at most 12,000 pixels/],
  ['a JPEG of 30,000 × 30,000', () => wideJpeg(30_000), /at most 12,000 pixels/],
  ['a PNG with missing rows', () => falseHeader(400), /couldn't read/],
  ['40 pixels', () => draw(40, 40).png().toBuffer(), /at least/],
];

onEveryDatabaseAtNight('pictures of a coach’s page', (api) => {
  async function newCoach(name: string) {
    const coach = await api().newCoach(name);
    const token = await signAccess(api(), coach.userId);
    const upload = (use: string, bytes: Buffer, more: object = {}) =>
      api().send(
        'POST',
        '/api/coach/pictures/',
        { use, picture: base64(bytes), alt: `Picture of ${name}`, ...more },
        token,
      );
    const save = async (change: object) => {
      const { body } = await api().send('GET', '/api/coach/profile/', undefined, token);
      const { description, image_url, special_offer, rank_images, services } = body;
      const profile = { description, image_url, special_offer, rank_images, services };
      return api().send('PATCH', '/api/coach/profile/', { ...profile, ...change }, token);
    };
    const files = () =>
      readdirSync(api().config.uploads.pictures).filter((file) =>
        new RegExp(`^[a-z]+${coach.coachId}-`).test(file),
      );
    const page = async () => (await api().send('GET', `/api/coaches/${coach.coachId}/`)).body;
    return { ...coach, token, upload, save, files, page };
  }
  const load = async (url: string) => {
    const response = await api().app.request(url);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('shows the gallery in order, in sizes without metadata', { timeout: 60_000 }, async () => {
    const { upload, page, save } = await newCoach('gallery');
    const photo = await draw(1600, 900)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    await upload('gallery', photo, { alt: 'First' });
    const { status, body } = await upload('gallery', photo, { alt: 'Second' });
    expect([status, body.gallery.map(({ alt }: { alt: string }) => alt)]).toEqual([
      200,
      ['First', 'Second'],
    ]);
    const [first, second] = body.gallery;
    await save({ gallery: [{ ...second, alt: 'My desk' }, first] });
    const { gallery } = await page();
    expect(gallery.map(({ alt }: { alt: string }) => alt)).toEqual(['My desk', 'First']);
    const urls: string[] = gallery[0].sources.flatMap(({ srcset }: { srcset: string }) =>
      srcset.split(', ').map((part) => part.split(' ')[0]),
    );
    expect(urls).toHaveLength(4);
    for (const url of urls) {
      const { response, bytes } = await load(url);
      const { exif, width = 0, height = 0 } = await sharp(bytes).metadata();
      expect([response.status, exif, Math.round((height / width) * 1600)]).toEqual([
        ...[200, undefined, 900],
      ]);
    }
  });

  test('keeps transparent parts of a rank picture', { timeout: 60_000 }, async () => {
    const { upload, page } = await newCoach('badge');
    const badge = await sharp({
      create: { width: 256, height: 128, channels: 4, background: '#c0703a00' },
    })
      .png()
      .toBuffer();
    await upload('rank', badge, { alt: 'Rank: Summit, Counter-Strike 2' });
    const { rank_images: ranks } = await page();
    const { response, bytes } = await load(ranks.at(-1).url);
    const { width, height, hasAlpha, format } = await sharp(bytes).metadata();
    expect([response.headers.get('content-type'), width, height, hasAlpha, format]).toEqual([
      ...['image/webp', 192, 192, true, 'webp'],
    ]);
    const pixels = await sharp(bytes).ensureAlpha().raw().toBuffer();
    const middle = (96 * 192 + 96) * 4; // the margins are transparent in any case
    expect(pixels[middle + 3]).toBe(0);
  });

  test('deletes the files of removed pictures only', { timeout: 60_000 }, async () => {
    const { upload, save, files, page } = await newCoach('removing');
    const bytes = await draw(480, 480).png().toBuffer();
    await upload('rank', bytes);
    await upload('gallery', bytes, { alt: 'One' });
    const { body } = await upload('gallery', bytes, { alt: 'Two' });
    expect(files()).toHaveLength(9);
    expect((await save({ gallery: [body.gallery[1]] })).status).toBe(200);
    expect(files()).toHaveLength(5);
    expect((await save({ rank_images: [], gallery: [body.gallery[0]] })).status).toBe(400);
    expect((await save({ rank_images: [] })).status).toBe(200);
    expect(files()).toHaveLength(4);
    expect((await page()).gallery).toMatchObject([{ alt: 'Two' }]);
  });

  test('deletes aborted uploads of every kind', { timeout: 60_000 }, async () => {
    const { coachId, upload, files } = await newCoach('aborted');
    await upload('rank', await draw(480, 480).png().toBuffer());
    const [kept = ''] = files();
    const { pictures: folder } = api().config.uploads;
    const hash = 'a'.repeat(16);
    const names = [
      `${coachId}-${hash}-320.avif`,
      `${coachId}-${hash}-social.png`,
      `gallery${coachId}-${hash}-640.webp`,
      `rank${coachId}-${hash}-96.webp`,
      `proof-${hash}${hash}.webp`,
      kept,
    ];
    const parts = names.map((name) => `${name}.${randomUUID()}.part`);
    for (const part of [...parts, 'other.txt']) {
      writeFileSync(`${folder}/${part}`, 'half');
      utimesSync(`${folder}/${part}`, new Date(0), new Date(0));
    }
    const running = `${names[4]}.${randomUUID()}.part`;
    writeFileSync(`${folder}/${running}`, 'half');
    await deleteExpired(api());
    const left = readdirSync(folder);
    expect(left.filter((file) => parts.includes(file))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining([kept, running, 'other.txt']));
  });

  test('refuses uploads of another coach in a profile', { timeout: 60_000 }, async () => {
    const [owner, thief] = [await newCoach('owner'), await newCoach('thief')];
    const bytes = await draw(480, 480).png().toBuffer();
    await owner.upload('gallery', bytes);
    const { body } = await owner.upload('rank', bytes);
    expect((await thief.save({ gallery: body.gallery })).status).toBe(400);
    expect((await thief.save({ rank_images: body.rank_images })).status).toBe(400);
    expect(owner.files()).toHaveLength(5);
  });

  test('refuses a seventh picture and keeps six of ten at once', { timeout: 90_000 }, async () => {
    const { upload, files } = await newCoach('many');
    const bytes = await draw(480, 480).png().toBuffer();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await upload('gallery', bytes)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    expect(files()).toHaveLength(24);
  });

  test.each(['gallery', 'rank'])(
    'publishes nothing but pixels of a polyglot %s',
    {
      timeout: 60_000,
    },
    async (use) => {
      const { upload, files } = await newCoach(`polyglot-${use}`);
      for (const make of Object.values(polyglots).slice(0, 4)) {
        const bytes = await make();
        expect(bytes.includes(SCRIPT)).toBe(true);
        expect((await upload(use, bytes)).status).toBe(200);
      }
      expect(files().length).toBeGreaterThanOrEqual(3);
      for (const file of files()) {
        const { bytes } = await load(`http://api.test/uploads/${file}`);
        for (const trace of ['<script', 'onload', 'ftypmp42'])
          expect(bytes.includes(trace)).toBe(false);
      }
    },
  );

  test.each(bad)('rejects %s with a reason', { timeout: 60_000 }, async (_, make, reason) => {
    const { upload, files } = await newCoach(`bad${Math.random()}`);
    for (const use of ['gallery', 'rank']) {
      const { status, body } = await upload(use, await make());
      expect([status, body.detail]).toEqual([400, expect.stringMatching(reason)]);
    }
    expect(files()).toEqual([]);
  });

  test('are exported, and deleted with the account', { timeout: 60_000 }, async () => {
    const { upload, token, files, userId } = await newCoach('leaver');
    const bytes = await draw(480, 480).png().toBuffer();
    await upload('gallery', bytes, { alt: 'My desk' });
    const { body } = await upload('rank', bytes, { alt: 'Rank: Summit' });
    const { coach } = (await api().send('GET', '/api/account/export/', undefined, token)).body;
    expect([coach.gallery, coach.rank_images.at(-1)]).toEqual([
      body.gallery,
      body.rank_images.at(-1),
    ]);
    const path = `/api/operator/members/${userId}/delete/`;
    expect((await api().send('POST', path, {}, OPERATOR)).status).toBe(200);
    expect(files()).toEqual([]);
  });
});

onEveryDatabaseAtNight('the proof picture of an application', (api) => {
  let callers = 0;
  const apply = (email: string, bytes?: Buffer, token?: string) =>
    api().send(
      'POST',
      '/api/coach-applications/',
      { ...application, email, ...(bytes && { picture: base64(bytes) }) },
      token,
      { 'x-forwarded-for': `10.1.${Math.floor(callers / 200)}.${++callers % 200}` },
    );
  const proofs = () =>
    readdirSync(api().config.uploads.pictures).filter((file) => file.startsWith('proof-'));
  const find = async (email: string) => {
    const { body } = await api().send('GET', '/api/operator/applications/', undefined, OPERATOR);
    return body.find((one: { email: string }) => one.email === email);
  };
  const proof = () => draw(3000, 1000).jpeg().toBuffer();

  test('is shown to operators only', { timeout: 60_000 }, async () => {
    expect((await apply('proof@example.com', await proof())).status).toBe(201);
    const { picture } = await find('proof@example.com');
    const get = (token?: string) =>
      api().app.request(`http://api.test${picture}`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
    const response = await get(OPERATOR);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(width).toBe(1600);
    expect((await get()).status).toBe(401);
    const [file] = proofs();
    expect((await api().app.request(`http://api.test/uploads/${file}`)).status).toBe(404);
  });

  test('is stored without data behind its end', { timeout: 60_000 }, async () => {
    for (const [name, make] of Object.entries(polyglots)) {
      const bytes = await make();
      const before = proofs();
      const email = `${name.replaceAll(/\W/g, '')}@example.com`;
      expect((await apply(email, bytes)).status).toBe(201);
      const [file] = proofs().filter((one) => !before.includes(one));
      const stored = readFileSync(`${api().config.uploads.pictures}/${file}`);
      expect((await sharp(stored).metadata()).width).toBe(300);
      for (const trace of ['<script', 'onload', 'ftypmp42'])
        expect(stored.includes(trace)).toBe(false);
    }
  });

  test('is replaced with the application, and deleted with it', { timeout: 60_000 }, async () => {
    const before = proofs();
    const email = 'again@example.com';
    const token = await api().newStudent('again');
    await apply(email, await proof(), token);
    const sent = proofs();
    expect(sent).toHaveLength(before.length + 1);
    await apply(email, await proof(), token);
    expect(proofs()).toEqual(sent);
    await apply(email, undefined, token);
    expect(proofs()).toEqual(before);
    expect((await find(email)).picture).toBeNull();
    await apply(email, await proof(), token);
    await apply(email, await proof());
    expect(proofs()).toHaveLength(before.length + 1);
    await apply(email, await draw(640, 480).png().toBuffer());
    expect(proofs()).toHaveLength(before.length + 2);
    const now = api().now;
    await deleteExpired({
      ...{ db: api().db, files: api().files, pictures: api().pictures },
      now: () => new Date(now().getTime() + 366 * DAY_MS),
    });
    expect(proofs()).toEqual([]);
  });

  test.each(bad)('rejects %s with a reason', { timeout: 60_000 }, async (_, make, reason) => {
    const before = proofs();
    const { status, body } = await apply(`bad${Math.random()}@example.com`, await make());
    expect([status, body.detail]).toEqual([400, expect.stringMatching(reason)]);
    expect(proofs()).toEqual(before);
  });

  test('bounds a hundred strangers at once', { timeout: 120_000 }, async () => {
    const before = proofs().length;
    const bytes = await draw(400, 400).png().toBuffer();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => apply(`crowd${at}@example.com`, bytes)),
    );
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect(count(201) + count(503)).toBe(100);
    expect(count(201)).toBeGreaterThanOrEqual(5);
    expect(count(503)).toBeGreaterThan(0);
    expect(proofs()).toHaveLength(before + count(201));
  });
});
