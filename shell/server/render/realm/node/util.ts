// `util` for React's printer. Chunks stay text, which avoids a UTF-8 round trip.
let printed = '';

export class TextEncoder {
  encode(text: string): string {
    return text;
  }

  encodeInto(text: string): { read: number; written: number } {
    printed += text;
    return { read: text.length, written: 0 };
  }
}

/** Returns the text printed while `print` runs. Long chunks go to its sink. */
export function collectText(print: (sink: { write(text: string): boolean }) => void): string {
  printed = '';
  const sink = {
    write(text: string) {
      printed += text;
      return true;
    },
  };
  print(sink);
  return printed;
}
