import { assetPath } from '@carry/remote-kit';
import cs2 from '../art/cs2.svg';
import dota2 from '../art/dota2.svg';
import fortnite from '../art/fortnite.svg';
import lol from '../art/lol.svg';
import valorant from '../art/valorant.svg';
import type { Game } from './games';

/** Original drawings, one for each game; 1200 × 640, the subject right of the middle, the left third dark for words. */
const files: Record<Game['id'], string> = { cs2, valorant, lol, dota2, fortnite };

export const scene = (game: Game['id']) => assetPath(files[game]);
