/** The portrait of somebody who has none. */
export const Avatar = () => (
  <svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true">
    <circle cx="22" cy="22" r="22" fill="#39445e" />
    <circle cx="22" cy="17" r="7.500" fill="#aab6d0" />
    <path d="M7 37.500a15 13 0 0 1 30 0 22 22 0 0 1-30 0z" fill="#aab6d0" />
  </svg>
);
