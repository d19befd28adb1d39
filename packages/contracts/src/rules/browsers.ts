/** Browserslist queries: Baseline widely available at the end of September 2025, and Firefox from the first version with `:has()`. */
export const SUPPORTED_BROWSERS: readonly string[] = [
  'chrome >= 111',
  'edge >= 111',
  'firefox >= 121',
  'safari >= 16.4',
  'ios_saf >= 16.4',
];

/** ECMAScript edition that all of them parse. Builds with newer syntax are rejected. */
export const BROWSER_SYNTAX = 2022;
