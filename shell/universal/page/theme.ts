/** Storage key of the chosen theme. */
export const THEME_KEY = 'theme';
