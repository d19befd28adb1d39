/** Formats that a portrait may have, as sharp names them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heif';

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end);

export function detectFormat(bytes: Buffer): PictureFormat | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  const isAvif = ascii(bytes, 4, 8) === 'ftyp' && ['avif', 'avis'].includes(ascii(bytes, 8, 12));
  return isAvif ? 'heif' : null;
}

const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/** Length of all boxes of an ISO media file, or NaN if they do not fit. */
function boxesLength(bytes: Buffer): number {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) return Number.NaN;
    at += size;
  }
  return at;
}

const endsAsPicture: Record<PictureFormat, (bytes: Buffer) => boolean> = {
  jpeg: () => true, // phones append videos; the decoder ignores them and rejects a truncated picture
  png: (bytes) => bytes.subarray(-PNG_END.length).equals(PNG_END),
  webp: (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length,
  heif: (bytes) => boxesLength(bytes) === bytes.length,
};

/** True if the picture ends where the file does: a truncated file and one with another file behind it do not. */
export const isWhole = (bytes: Buffer, format: PictureFormat): boolean =>
  endsAsPicture[format](bytes);
