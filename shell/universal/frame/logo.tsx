/** The mark: a chevron that carries a second one. */
export const Logo = () => (
  <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
    <path d="M14 4 25 12.500v6.500L14 10.500 3 19v-6.500z" fill="#ff8a4c" />
    <path d="M14 14.500 22 20.700v4.800l-8-6.200-8 6.200v-4.800z" fill="currentColor" />
  </svg>
);
