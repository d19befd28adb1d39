import { MAX_FILE_NAME } from '@carry/contracts/limits';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

interface Kind {
  extensions: readonly string[];
  starts: readonly (readonly [offset: number, bytes: Uint8Array])[][];
}

/** Accepted files: extension and content must agree. */
const kinds: readonly Kind[] = [
  { extensions: ['png'], starts: [[[0, bytes('89 50 4e 47 0d 0a 1a 0a')]]] },
  { extensions: ['jpg', 'jpeg'], starts: [[[0, bytes('ff d8 ff')]]] },
  { extensions: ['gif'], starts: [[[0, ascii('GIF87a')]], [[0, ascii('GIF89a')]]] },
  {
    extensions: ['webp'],
    starts: [
      [
        [0, ascii('RIFF')],
        [8, ascii('WEBP')],
      ],
    ],
  },
  { extensions: ['pdf'], starts: [[[0, ascii('%PDF-')]]] },
  // Counter-Strike and Dota 2 (Source 1 and 2)
  { extensions: ['dem'], starts: [[[0, ascii('PBDEMS2\0')]], [[0, ascii('HL2DEMO\0')]]] },
  { extensions: ['rofl'], starts: [[[0, ascii('RIOT')]]] },
  // Valorant
  { extensions: ['vrf'], starts: [[[0, bytes('dd ef f4 43')]]] },
  // Unreal Engine: Fortnite
  { extensions: ['replay'], starts: [[[0, bytes('7f e2 a2 1c')]]] },
  { extensions: ['zip'], starts: [[[0, bytes('50 4b 03 04')]]] },
  { extensions: ['7z'], starts: [[[0, bytes('37 7a bc af 27 1c')]]] },
  { extensions: ['rar'], starts: [[[0, ascii('Rar!\x1a\x07')]]] },
  { extensions: ['gz'], starts: [[[0, bytes('1f 8b 08')]]] },
  { extensions: ['bz2'], starts: [[[0, ascii('BZh')]]] },
  { extensions: ['zst'], starts: [[[0, bytes('28 b5 2f fd')]]] },
];

export const ACCEPTED =
  'a picture (PNG, JPEG, GIF, WebP), a PDF, a replay (.dem, .rofl, .vrf, .replay) or an archive (.zip, .7z, .rar, .gz, .bz2, .zst)';

const getExtension = (name: string) => /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const findKind = (name: string) =>
  kinds.find(({ extensions }) => extensions.includes(getExtension(name)));

export const isAcceptedName = (name: string): boolean => findKind(name) !== undefined;

export function isContentOf(name: string, head: Uint8Array): boolean {
  const has = (offset: number, expected: Uint8Array) =>
    expected.every((byte, index) => head[offset + index] === byte);
  return (
    findKind(name)?.starts.some((parts) => parts.every(([at, expected]) => has(at, expected))) ??
    false
  );
}

export function safeName(name: string): string {
  const bare = (name.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  const extension = getExtension(bare);
  if (!extension) return bare.slice(0, MAX_FILE_NAME);
  const stem = bare.slice(0, -extension.length - 1);
  return `${[...(stem || 'file')].slice(0, MAX_FILE_NAME - extension.length - 1).join('')}.${extension}`;
}
