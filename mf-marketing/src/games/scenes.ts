import cs2 from '../art/raster/cs2-640.avif';
import largeCs2 from '../art/raster/cs2-1600.avif';
import dota2 from '../art/raster/dota2-640.avif';
import largeDota2 from '../art/raster/dota2-1600.avif';
import fortnite from '../art/raster/fortnite-640.avif';
import largeFortnite from '../art/raster/fortnite-1600.avif';
import lol from '../art/raster/lol-640.avif';
import largeLol from '../art/raster/lol-1600.avif';
import valorant from '../art/raster/valorant-640.avif';
import largeValorant from '../art/raster/valorant-1600.avif';
import type { Game } from './games';
import { type Picture, picture } from './picture';

/** Hero drawings, 1200 × 640. The left third is dark for the headline. */
const files: Record<Game['id'], Parameters<typeof picture>[0]> = {
  cs2: { 640: cs2, 1600: largeCs2 },
  dota2: { 640: dota2, 1600: largeDota2 },
  fortnite: { 640: fortnite, 1600: largeFortnite },
  lol: { 640: lol, 1600: largeLol },
  valorant: { 640: valorant, 1600: largeValorant },
};

export const scene = (game: Game['id']): Picture => picture(files[game]);
