const CHUNK = 8192;
const REPLACEMENT = 0xfffd;

type Bytes = Uint8Array<ArrayBuffer>;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the text, hot in each page
function encodeInto(text: string, target: Uint8Array): { read: number; written: number } {
  let read = 0;
  let written = 0;
  const capacity = target.length;
  for (; read < text.length; read++) {
    let code = text.charCodeAt(read);
    if (code < 0x80) {
      if (written >= capacity) break;
      target[written++] = code;
      continue;
    }
    let units = 1;
    if (code >= 0xd800 && code < 0xe000) {
      const next = text.charCodeAt(read + 1);
      const isPair = code < 0xdc00 && next >= 0xdc00 && next < 0xe000;
      code = isPair ? 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00) : REPLACEMENT;
      if (isPair) units = 2;
    }
    const length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (written + length > capacity) break;
    if (length === 2) target[written++] = 0xc0 | (code >> 6);
    else {
      if (length === 3) target[written++] = 0xe0 | (code >> 12);
      else {
        target[written++] = 0xf0 | (code >> 18);
        target[written++] = 0x80 | ((code >> 12) & 0x3f);
      }
      target[written++] = 0x80 | ((code >> 6) & 0x3f);
    }
    target[written++] = 0x80 | (code & 0x3f);
    read += units - 1;
  }
  return { read, written };
}

export class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }

  encode(text: unknown = ''): Bytes {
    const input = `${text}`;
    const capacity = new Uint8Array(input.length * 3);
    return capacity.slice(0, encodeInto(input, capacity).written);
  }

  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    return encodeInto(`${text}`, target);
  }
}

/** Length of the UTF-8 sequence, and the range of its second byte. */
function getSequence(first: number): [length: number, low: number, high: number] | null {
  if (first >= 0xc2 && first < 0xe0) return [2, 0x80, 0xbf];
  if (first >= 0xe0 && first < 0xf0)
    return [3, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf];
  if (first >= 0xf0 && first < 0xf5)
    return [4, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf];
  return null;
}

/** Decodes UTF-8. `rest` is the length of an unfinished sequence at the end. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the bytes, hot in each page
function decode(bytes: Uint8Array, fatal: boolean, more: boolean): { text: string; rest: number } {
  let text = '';
  let units: number[] = [];
  const add = (code: number) => {
    if (code > 0xffff)
      units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
    else units.push(code);
    if (units.length < CHUNK) return;
    text += String.fromCharCode(...units);
    units = [];
  };
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] as number;
    if (first < 0x80) {
      add(first);
      at++;
      continue;
    }
    const sequence = getSequence(first);
    let length = 1;
    let code = first & (sequence ? 0xff >> (sequence[0] + 1) : 0);
    while (sequence && length < sequence[0]) {
      const next = bytes[at + length];
      if (next === undefined) break;
      const [, low, high] = length === 1 ? sequence : [0, 0x80, 0xbf];
      if (next < low || next > high) break;
      code = (code << 6) | (next & 0x3f);
      length++;
    }
    if (sequence && length === sequence[0]) add(code);
    else if (sequence && more && at + length === bytes.length)
      return { text: text + String.fromCharCode(...units), rest: length };
    else if (fatal) throw new TypeError('The encoded data was not valid for encoding utf-8');
    else add(REPLACEMENT);
    at += length;
  }
  return { text: text + String.fromCharCode(...units), rest: 0 };
}

/** `TextDecoder` for UTF-8 only. */
export class TextDecoder {
  readonly encoding = 'utf-8';
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  #pending: Uint8Array = new Uint8Array(0);
  #started = false;

  constructor(label: unknown = 'utf-8', options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    if (!/^\s*(utf-?8|unicode-1-1-utf-8)\s*$/i.test(`${label}`))
      throw new RangeError(`server renders support utf-8 only, not "${label}"`);
    this.fatal = Boolean(options.fatal);
    this.ignoreBOM = Boolean(options.ignoreBOM);
  }

  decode(input?: ArrayBuffer | ArrayBufferView, options: { stream?: boolean } = {}): string {
    const more = Boolean(options.stream);
    const added =
      input === undefined
        ? new Uint8Array(0)
        : ArrayBuffer.isView(input)
          ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
          : new Uint8Array(input);
    const bytes = new Uint8Array(this.#pending.length + added.length);
    bytes.set(this.#pending);
    bytes.set(added, this.#pending.length);
    const { text, rest } = decode(bytes, this.fatal, more);
    this.#pending = bytes.slice(bytes.length - rest);
    const hasMark = !this.#started && !this.ignoreBOM && text.startsWith('\u{feff}');
    this.#started = more && (this.#started || text !== '');
    return hasMark ? text.slice(1) : text;
  }
}
