import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pair } from './conversation';
import { bomb, draw } from './crafted-pictures';
import { onEveryDatabaseAtNight } from './harness';

const GPS = {
  ...{ GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
  ...{ GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
};

/** A photo of 30 × 20 pixels, taken upright, with the place. */
const photo = () =>
  draw(30, 20)
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: GPS })
    .withMetadata({ orientation: 6 });

onEveryDatabaseAtNight('pictures in messages', (api) => {
  async function send(name: string, content: Buffer) {
    const { student, coach, path } = await pair(api());
    const { status, body } = await student.upload(name, content);
    if (status !== 201) return { status, detail: body.detail };
    await student.write('', [body.id]);
    const response = await api().app.request(`${api().config.url}${path}files/${body.id}/`, {
      headers: { authorization: `Bearer ${coach.token}` },
    });
    const received = Buffer.from(await response.arrayBuffer());
    expect(received.length).toBe(body.size);
    return { status, received };
  }

  test.each([
    ['photo.jpg', () => photo().jpeg()],
    ['photo.png', () => photo().png()],
    ['photo.webp', () => photo().webp()],
  ])('lose the place of %s, and stay upright', async (name, make) => {
    const content = await make().toBuffer();
    expect((await sharp(content).metadata()).exif?.includes('Phone')).toBe(true);
    const { received } = await send(name, content);
    const { exif, orientation, width, height, format } = await sharp(received).metadata();
    expect({ exif, orientation, width, height }).toEqual({ width: 20, height: 30 });
    expect(format).toBe((await sharp(content).metadata()).format);
    expect(received?.includes('Phone')).toBe(false);
  });

  test('lose what a phone appends to a photo', async () => {
    const content = Buffer.concat([await photo().jpeg().toBuffer(), Buffer.from('GPS 52.5, 13.4')]);
    const { received } = await send('photo.jpeg', content);
    expect(received?.includes('GPS 52.5')).toBe(false);
  });

  test('stay animated', async () => {
    const frames = { raw: { width: 8, height: 16, channels: 3 as const, pageHeight: 8 } };
    const pixels = Buffer.alloc(8 * 16 * 3, 90).fill(200, 8 * 8 * 3);
    const content = await sharp(pixels, frames)
      .webp({ delay: [300, 500] })
      .toBuffer();
    const { received } = await send('clip.webp', content);
    const { pages, delay } = await sharp(received, { animated: true }).metadata();
    expect({ pages, delay }).toEqual({ pages: 2, delay: [300, 500] });
  });

  test.each([
    [
      'that cannot be read',
      () => Buffer.from('89504e470d0a1a0a010203', 'hex'),
      /^We couldn't read this picture\./,
    ],
    ['with too many pixels', () => bomb(9500), /at most 80 megapixels\.$/],
  ])('are refused %s', async (_, make, detail) => {
    const before = readdirSync(api().config.uploads.messages).length;
    const refused = await send('a.png', make());
    expect(refused).toEqual({ status: 400, detail: expect.stringMatching(detail) });
    expect(readdirSync(api().config.uploads.messages)).toHaveLength(before);
  });
});
