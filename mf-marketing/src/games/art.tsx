import type { Game } from 'contracts/games';
import type { ReactNode } from 'react';
import styles from './art.module.css';

/** Original drawings, one for each game; 320×200 units. */
const drawings: Record<Game['id'], ReactNode> = {
  cs2: (
    <>
      <circle cx="160" cy="100" r="58" fill="none" stroke="currentColor" strokeWidth="3" opacity=".55" />
      <circle cx="160" cy="100" r="34" fill="none" stroke="currentColor" strokeWidth="6" />
      <path d="M157 20h6v44h-6zm0 116h6v44h-6zM80 97h44v6H80zm116 0h44v6h-44z" fill="currentColor" />
      <circle cx="160" cy="100" r="5" fill="#fff" />
    </>
  ),
  valorant: (
    <>
      <path d="M160 26 214 100l-54 74-54-74z" fill="none" stroke="currentColor" strokeWidth="5" />
      <path d="M160 56 192 100l-32 44-32-44z" fill="currentColor" />
      <path d="M40 96h56v8H40zm184 0h56v8h-56z" fill="currentColor" opacity=".6" />
      <path d="m160 78 16 22-16 22-16-22z" fill="#fff" opacity=".92" />
    </>
  ),
  lol: (
    <>
      <path d="M60 168 112 60l30 46 18-62 18 62 30-46 52 108z" fill="currentColor" opacity=".35" />
      <path d="M92 168 128 96l32 40 32-40 36 72z" fill="currentColor" />
      <circle cx="160" cy="40" r="12" fill="#fff" opacity=".92" />
    </>
  ),
  dota2: (
    <>
      <path d="M60 150 130 40l30 48 30-48 70 110H60z" fill="currentColor" opacity=".45" />
      <path d="m96 150 64-82 64 82z" fill="currentColor" />
      <path d="m160 96 26 54h-52z" fill="#fff" opacity=".85" />
    </>
  ),
  fortnite: (
    <>
      <path d="M70 150v-34h36V82h36V48h36v34h36v34h36v34z" fill="currentColor" opacity=".5" />
      <path d="M106 150v-34h36V82h36v34h36v34z" fill="currentColor" />
      <path d="M142 150v-34h36v34z" fill="#fff" opacity=".9" />
    </>
  ),
};

export const GameArt = ({ game }: { game: Game['id'] }) => (
  <svg viewBox="0 0 320 200" className={styles.art} data-game={game} aria-hidden="true" focusable="false">
    <rect width="320" height="200" className={styles.back} />
    <path d="M0 200 120 0h70L70 200zm150 0L270 0h50v60l-84 140z" className={styles.ray} />
    {drawings[game]}
  </svg>
);
