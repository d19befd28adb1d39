import smallCs2 from '../art/raster/cs2-card-288.avif';
import cardCs2 from '../art/raster/cs2-card-480.avif';
import smallDota2 from '../art/raster/dota2-card-288.avif';
import cardDota2 from '../art/raster/dota2-card-480.avif';
import smallFortnite from '../art/raster/fortnite-card-288.avif';
import cardFortnite from '../art/raster/fortnite-card-480.avif';
import smallLol from '../art/raster/lol-card-288.avif';
import cardLol from '../art/raster/lol-card-480.avif';
import smallValorant from '../art/raster/valorant-card-288.avif';
import cardValorant from '../art/raster/valorant-card-480.avif';
import type { Game } from './games';
import { type Picture, picture } from './picture';

/** 4:3 crops for cards and lists, without details too small to see. */
const cards: Record<Game['id'], Parameters<typeof picture>[0]> = {
  cs2: { 288: smallCs2, 480: cardCs2 },
  dota2: { 288: smallDota2, 480: cardDota2 },
  fortnite: { 288: smallFortnite, 480: cardFortnite },
  lol: { 288: smallLol, 480: cardLol },
  valorant: { 288: smallValorant, 480: cardValorant },
};

export const cardScene = (game: Game['id']): Picture => picture(cards[game]);
