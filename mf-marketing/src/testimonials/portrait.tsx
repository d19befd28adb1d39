import type { Testimonial } from './content';

/** A drawn portrait in three colours. */
export const Portrait = ({ colours: [skin, hair, clothes] }: { colours: Testimonial['img'] }) => (
  <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true" focusable="false">
    <circle cx="36" cy="36" r="36" fill={clothes} opacity=".28" />
    <path d="M10 66a26 20 0 0 1 52 0A36 36 0 0 1 36 72a36 36 0 0 1-26-6z" fill={clothes} />
    <path d="M30 42h12v10a6 5 0 0 1-12 0z" fill={skin} />
    <ellipse cx="36" cy="31" rx="13" ry="15" fill={skin} />
    <path d="M22 30c-2-15 8-21 16-20 9 1 14 9 12 20-3-6-7-9-11-10-6 3-13 4-17 10z" fill={hair} />
  </svg>
);
