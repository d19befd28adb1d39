import { assetPath } from '@carry/remote-kit';
import cs2 from '../art/icons/cs2.svg';
import dota2 from '../art/icons/dota2.svg';
import fortnite from '../art/icons/fortnite.svg';
import lol from '../art/icons/lol.svg';
import valorant from '../art/icons/valorant.svg';
import type { Game } from './games';

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

const files: Record<Game['id'], string> = { cs2, valorant, lol, dota2, fortnite };

export const icon = (game: Game['id']) => assetPath(files[game]);
