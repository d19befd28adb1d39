import { assetPath } from '@carry/remote-kit';
import smallCs2 from '../art/cards/cs2.svg';
import smallDota2 from '../art/cards/dota2.svg';
import smallFortnite from '../art/cards/fortnite.svg';
import smallLol from '../art/cards/lol.svg';
import smallValorant from '../art/cards/valorant.svg';
import cs2 from '../art/cs2.svg';
import dota2 from '../art/dota2.svg';
import fortnite from '../art/fortnite.svg';
import lol from '../art/lol.svg';
import valorant from '../art/valorant.svg';
import type { Game } from './games';

/** Original drawings, one for each game; 1200 × 640, the subject right of the middle, the left third dark for words. */
const files: Record<Game['id'], string> = { cs2, valorant, lol, dota2, fortnite };

/** The same for cards and lists: 4:3 around the subject, without what is too small to be seen there. */
const small: Record<Game['id'], string> = {
  cs2: smallCs2,
  valorant: smallValorant,
  lol: smallLol,
  dota2: smallDota2,
  fortnite: smallFortnite,
};

export const cardScene = (game: Game['id']) => assetPath(small[game]);

export const scene = (game: Game['id']) => assetPath(files[game]);
