import { assetPath } from '@carry/remote-kit';

/** One drawing in several widths, as an `<img>` takes it. */
export interface Picture {
  src: string;
  srcSet: string;
}

/** `files`: the emitted files by their width in pixels, the smallest first. */
export function picture(files: Record<number, string>): Picture {
  const widths = Object.entries(files).map(([width, file]) => ({ width, path: assetPath(file) }));
  return {
    src: widths[0]?.path ?? '',
    srcSet: widths.map(({ width, path }) => `${path} ${width}w`).join(', '),
  };
}
