// Details of the drawings. Colors come from the theme, because the shell is independent of any product.
import type { ReactNode } from 'react';
import styles from './drawings.module.css';

function Details({ glow: [x, y], children }: { glow: [number, number]; children: ReactNode }) {
  return (
    <>
      <defs>
        <radialGradient id="drawing-glow">
          <stop className={styles.lit} />
          <stop className={styles.faded} offset="1" />
        </radialGradient>
        <linearGradient id="drawing-panel" x2="0" y2="1">
          <stop className={styles.top} />
          <stop className={styles.bottom} offset="1" />
        </linearGradient>
        <linearGradient id="drawing-ground">
          <stop className={styles.faded} />
          <stop className={styles.bright} offset=".5" />
          <stop className={styles.faded} offset="1" />
        </linearGradient>
      </defs>
      <circle cx={x} cy={y} r="70" fill="url(#drawing-glow)" />
      {children}
      <rect x="20" y="153" width="200" height="2" fill="url(#drawing-ground)" />
    </>
  );
}

export function CrackedScreen() {
  return (
    <Details glow={[128, 72]}>
      <path
        fill="url(#drawing-panel)"
        d="M50 28H190Q198 28 198 36V114Q198 122 190 122H50Q42 122 42 114V36Q42 28 50 28Z"
      />
      <path
        className={styles.outline}
        d="M132 28H190Q198 28 198 36V114Q198 122 190 122H124M112 122H50Q42 122 42 114V36Q42 28 50 28H118M108 122L102 152M134 122L140 152M84 152H156"
      />
      <path className={styles.accent} d="M124 20L112 54 134 66 110 92 124 104 116 130" />
      <path
        className={styles.detail}
        d="M134 66L156 60M110 92L88 96M112 54L94 46M60 46H82M60 58H74M166 100H182M154 88H182"
      />
      <path className={styles.spark} d="M208 22L216 14M210 36H222M200 12V4" />
    </Details>
  );
}

export function LostMap() {
  return (
    <Details glow={[150, 64]}>
      <path fill="url(#drawing-panel)" d="M30 58L80 40 130 58 180 40V134L130 152 80 134 30 152Z" />
      <path
        className={styles.outline}
        d="M130 58L80 40 30 58V152L80 134 130 152 180 134V104M80 40V134M130 58V152M130 58L144 53"
      />
      <path
        className={styles.detail}
        d="M42 84L66 74M92 120L118 128M142 128L168 118M42 124L54 108 68 118"
      />
      <path
        className={styles.accent}
        strokeDasharray="7 8"
        d="M46 136Q60 104 84 102 112 100 112 80 112 70 128 74"
      />
      <path className={styles.lens} d="M184 20a30 30 0 1 1-.1 0ZM205 71L222 92" />
      <path
        className={styles.accent}
        d="M173 44Q174 34 184 34 195 34 195 44 195 50 185 54V58M185 66V66.5"
      />
    </Details>
  );
}
