/** The mark: an upward chevron carrying a lighter one. */
export const Logo = () => (
  <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path d="M4 20 16 9l12 11v8L16 17 4 28z" fill="currentColor" />
    <path d="M9 11.5 16 5l7 6.5V16l-7-6.5L9 16z" fill="#ff7a45" />
  </svg>
);
