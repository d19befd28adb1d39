// `util` for React's printer, inside a realm: chunks stay text, because UTF-8 would be made and read again for nothing.
let printed = '';

/** Takes a chunk as text, and says that no byte of React's buffer was needed. */
export class TextEncoder {
  encode(text: string): string {
    return text;
  }

  encodeInto(text: string): { read: number; written: number } {
    printed += text;
    return { read: text.length, written: 0 };
  }
}

/** Collects what is printed while `print` runs; long chunks come to the sink that it is given. */
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
