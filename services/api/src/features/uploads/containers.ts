/** Formats that a portrait may have, as sharp names them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heif';

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end);

export function formatOf(bytes: Buffer): PictureFormat | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  const isAvif = ascii(bytes, 4, 8) === 'ftyp' && ['avif', 'avis'].includes(ascii(bytes, 8, 12));
  return isAvif ? 'heif' : null;
}

const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/** JPEG markers (ITU-T T.81, table B.1). */
const JPEG_START = 0xd8;
const JPEG_END = 0xd9;
const SCAN = 0xda;
/** Markers without a length. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Offset of the next marker in the data of a scan, or the file's end. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    // 0 is an escaped byte, 0xff a fill byte.
    if (marker !== 0 && marker !== 0xff && !isBare(marker)) return at;
  }
  return bytes.length;
}

/** Offset behind a marker and its segment or scan; NaN for a marker that cannot stand here. */
function behindMarker(bytes: Buffer, at: number): number {
  const marker = bytes[at + 1] ?? 0;
  if (marker === 0xff) return at + 1;
  if (isBare(marker)) return at + 2;
  if (marker === 0 || marker === JPEG_START || at + 4 > bytes.length) return Number.NaN;
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  return marker === SCAN ? endOfScan(bytes, end) : end;
}

/** Length up to the end marker, or NaN without one. End markers of thumbnails lie inside of segments. */
function jpegLength(bytes: Buffer): number {
  let at = 2;
  while (bytes[at] === 0xff) {
    if (bytes[at + 1] === JPEG_END) return at + 2;
    at = behindMarker(bytes, at);
  }
  return Number.NaN;
}

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

const endsAsPicture: Record<Exclude<PictureFormat, 'jpeg'>, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(-PNG_END.length).equals(PNG_END),
  webp: (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length,
  heif: (bytes) => boxesLength(bytes) === bytes.length,
};

/**
 * Returns the picture of a file; null if it is truncated or has another file behind it. Phones append a video or other
 * data to a JPEG, which is cut off.
 */
export function cutPicture(bytes: Buffer, format: PictureFormat): Buffer | null {
  if (format !== 'jpeg') return endsAsPicture[format](bytes) ? bytes : null;
  const length = jpegLength(bytes);
  return Number.isNaN(length) ? null : bytes.subarray(0, length);
}
