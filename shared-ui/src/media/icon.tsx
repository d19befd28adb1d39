import styles from './icon.module.css';

/** Stroked paths on a 24 × 24 grid. Separate exports allow tree shaking. */
export const arrowLeft = 'M19 12H5m6 6-6-6 6-6';
export const arrowRight = 'M5 12h14m-6-6 6 6-6 6';
export const calendar = 'M4 6h16v14H4zM4 10h16M8 3v4m8-4v4';
export const chat = 'M4 5h16v11h-8l-4.5 4v-4H4z';
export const check = 'm5 12.5 4.5 4.5L19 7.5';
export const chevronDown = 'm6 9 6 6 6-6';
export const circle = 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z';
export const close = 'm6 6 12 12M18 6 6 18';
export const copy = 'M9 9h11v11H9zM15 9V4H4v11h5';
export const globe =
  'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17';
export const menu = 'M4 7h16M4 12h16M4 17h16';
export const microphone =
  'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4';
export const paperclip =
  'm20 11.5-8 8a5 5 0 0 1-7-7l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.3 8.3a1.7 1.7 0 0 1-2.4-2.4l7.4-7.4';
export const pause = 'M9 6v12M15 6v12';
export const play = 'm8 5.5 10 6.5-10 6.5z';
export const print = 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z';
export const shield =
  'M12 3 5 5.5v6c0 4.3 2.9 7.6 7 9.5 4.1-1.9 7-5.2 7-9.5v-6zM9 12l2.2 2.2L15.2 10';
export const tag = 'M4 4h8l8 8-8 8-8-8zM8.5 8.5v.01';
export const video = 'M3 7h12v10H3zM15 11l6-3v8l-6-3';

export interface IconProps {
  path: string;
  className?: string | undefined;
}

export const Icon = ({ path, className = '' }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    className={`${styles.icon} ${className}`}
    aria-hidden="true"
    focusable="false"
  >
    <path d={path} />
  </svg>
);
