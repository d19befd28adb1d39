import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, gunzip } from 'node:zlib';
import { compress } from '../../files/assets';
import { deflatePage, gzipOf, storedBlock } from './compress-page';

const unpack = promisify(gunzip);

/** As long as 16 bytes in base64url. */
const NONCE_LENGTH = 22;
/** Characters that no page has a use for. */
const CONTROLS = [...Array(32).keys()]
  .filter((code) => ![0, 9, 10, 12, 13].includes(code))
  .map((code) => String.fromCharCode(code));

function shuffled<T>(items: T[]): T[] {
  const left = [...items];
  return items.map(() => left.splice(randomInt(left.length), 1)[0] as T);
}

/** Stands in a template where a visitor's nonce will: all of its characters differ, and nobody outside this process knows their order. */
export const NONCE_MARK = shuffled(CONTROLS).slice(0, NONCE_LENGTH).join('');

function placesOf(mark: Buffer, bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length))
    places.push(at);
  return places;
}

/** A page that is printed and compressed once: what differs between its visitors is a nonce, of which only the first occurrences are bytes of their own in the compressed page, and its end. */
export class PageTemplate {
  /** Bytes held in memory. */
  readonly size: number;
  private readonly plain: Buffer;
  private readonly packed: Buffer;
  private readonly places: { plain: number[]; packed: number[] };

  private constructor(html: string, packed: Buffer) {
    this.plain = Buffer.from(html);
    this.packed = packed;
    this.size = this.plain.length + packed.length;
    const mark = Buffer.from(NONCE_MARK);
    this.places = { plain: placesOf(mark, this.plain), packed: placesOf(mark, packed) };
  }

  /** The template of a page in which {@link NONCE_MARK} stands for the nonce; null where the page itself has such characters, so that a filled one is another page. */
  static async of(html: string, sheets: readonly string[]): Promise<PageTemplate | null> {
    const template = new PageTemplate(html, await deflatePage(html, sheets, NONCE_MARK));
    const nonce = 'n'.repeat(NONCE_LENGTH);
    const filled = await unpack(template.gzip(nonce, '')).catch(() => null);
    return filled?.toString() === html.replaceAll(NONCE_MARK, nonce) ? template : null;
  }

  /** The page of one visitor as it is sent. */
  async render(nonce: string, end: string, encoding: 'br' | 'gzip' | undefined): Promise<Buffer> {
    if (encoding === 'gzip') return this.gzip(nonce, end);
    this.write(nonce);
    return compress(this.plain.toString() + end, encoding);
  }

  private gzip(nonce: string, end: string): Buffer {
    this.write(nonce);
    const last = Buffer.from(end);
    const crc = crc32(last, crc32(this.plain));
    return gzipOf([this.packed, storedBlock(end)], crc, this.plain.length + last.length);
  }

  private write(nonce: string): void {
    if (nonce.length !== NONCE_LENGTH) throw new Error(`a nonce has ${NONCE_LENGTH} characters`);
    for (const at of this.places.plain) this.plain.write(nonce, at, 'latin1');
    for (const at of this.places.packed) this.packed.write(nonce, at, 'latin1');
  }
}
