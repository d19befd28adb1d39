import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, gunzip } from 'node:zlib';
import { compress } from '../../files/assets';
import { assembleGzip, deflatePage, storedBlock } from './compress-page';

const unpack = promisify(gunzip);

/** 16 bytes in base64url. */
const NONCE_LENGTH = 22;
const CONTROLS = [...Array(32).keys()]
  .filter((code) => ![0, 9, 10, 12, 13].includes(code))
  .map((code) => String.fromCharCode(code));

function shuffled<T>(items: T[]): T[] {
  const pool = [...items];
  return items.map(() => pool.splice(randomInt(pool.length), 1)[0] as T);
}

/** Placeholder for the nonce in a template. All its characters differ, in an order random for each process. */
export const NONCE_MARK = shuffled(CONTROLS).slice(0, NONCE_LENGTH).join('');

function findOffsets(mark: Buffer, bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length))
    offsets.push(at);
  return offsets;
}

/** A page compressed once for all visitors: only its end and the literal bytes of the nonce are replaced. */
export class PageTemplate {
  readonly size: number;
  private readonly plain: Buffer;
  private readonly compressed: Buffer;
  private readonly offsets: { plain: number[]; compressed: number[] };

  private constructor(html: string, compressed: Buffer) {
    this.plain = Buffer.from(html);
    this.compressed = compressed;
    this.size = this.plain.length + compressed.length;
    const mark = Buffer.from(NONCE_MARK);
    this.offsets = {
      plain: findOffsets(mark, this.plain),
      compressed: findOffsets(mark, compressed),
    };
  }

  /** Creates a template from a page with {@link NONCE_MARK}; null if the page itself contains such characters. */
  static async of(html: string, sheets: readonly string[]): Promise<PageTemplate | null> {
    const template = new PageTemplate(html, await deflatePage(html, sheets, NONCE_MARK));
    const nonce = 'n'.repeat(NONCE_LENGTH);
    const filled = await unpack(template.gzip(nonce, '')).catch(() => null);
    return filled?.toString() === html.replaceAll(NONCE_MARK, nonce) ? template : null;
  }

  async render(nonce: string, end: string, encoding: 'br' | 'gzip' | undefined): Promise<Buffer> {
    if (encoding === 'gzip') return this.gzip(nonce, end);
    this.write(nonce);
    return compress(this.plain.toString() + end, encoding);
  }

  private gzip(nonce: string, end: string): Buffer {
    this.write(nonce);
    const last = Buffer.from(end);
    const crc = crc32(last, crc32(this.plain));
    return assembleGzip([this.compressed, storedBlock(end)], crc, this.plain.length + last.length);
  }

  private write(nonce: string): void {
    if (nonce.length !== NONCE_LENGTH)
      throw new Error(`the nonce must have ${NONCE_LENGTH} characters, not ${nonce.length}`);
    for (const at of this.offsets.plain) this.plain.write(nonce, at, 'latin1');
    for (const at of this.offsets.compressed) this.compressed.write(nonce, at, 'latin1');
  }
}
