/**
 * The browsers that the site supports, as queries of browserslist: Baseline features that were widely available at the end of
 * September 2025, and the last extended release of Firefox for systems that get no newer one. Builds and checks read them.
 */
export const SUPPORTED_BROWSERS: readonly string[] = [
  'chrome >= 111',
  'edge >= 111',
  'firefox >= 115',
  'safari >= 16.4',
  'ios_saf >= 16.4',
];

/** The edition of ECMAScript that all of them can parse. A build for browsers with newer syntax is refused. */
export const BROWSER_SYNTAX = 2022;
