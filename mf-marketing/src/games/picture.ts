import { assetPath } from '@carry/remote-kit';

export interface Picture {
  src: string;
  srcSet: string;
}

/** `files`: emitted files by width in pixels, smallest first. */
export function picture(files: Record<number, string>): Picture {
  const widths = Object.entries(files).map(([width, file]) => ({ width, path: assetPath(file) }));
  return {
    src: widths[0]?.path ?? '',
    srcSet: widths.map(({ width, path }) => `${path} ${width}w`).join(', '),
  };
}
