// Loader that makes parts of react-router removable: components that only developer tools name.
const NAMED = /^\w+\.displayName = "[^"]*";$/gm;
const MADE = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext)\()/gm;
// Framework mode, which the shell does not use: prefetch links, RSC errors, hydration data in `window`.
const FRAMEWORK = [
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/, '= [false, null, {}];'],
  [/return shouldPrefetch && !isAbsolute \? .*? : link;/, 'return link;'],
  [/if \(this\.context\) \{\s*return [^\n]*\bRSCErrorHandler\b[^\n]*\s*\}/, ''],
  [/(hydrationData: opts\?\.hydrationData) \|\| parseHydrationData\(\)/g, '$1'],
  [/\bthis\.context && (typeof error === "object")/, 'false && $1'],
];
// Fetchers, blockers and instrumentation, whose hooks are not shared.
const UNREACHED = [
  [/^ {4}fetch: fetch2,\n/m, ''],
  [/^ {4}getFetcher,\n {4}resetFetcher,\n {4}deleteFetcher: queueFetcherForDeletion,\n/m, ''],
  [/^ {2}fetchLoadMatches\.forEach\(\(f, key\) => \{\n.*?^ {2}\}\);\n/ms, ''],
  [/^ {2}revalidatingFetchers\.filter\(.*?^ {2}\}\);\n/ms, ''],
  [/^ {4}getBlocker,\n {4}deleteBlocker,\n/m, ''],
  [
    /^ {2}function shouldBlockNavigation\(\{\n.*?^ {2}\}\n/ms,
    '  function shouldBlockNavigation() {}\n',
  ],
  [/if \(init\.instrumentations\)/g, 'if (false)'],
];

// biome-ignore lint/style/noDefaultExport: loaders need a default export
export default (source) =>
  [...FRAMEWORK, ...UNREACHED].reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    source.replace(NAMED, '').replace(MADE, '$1/*#__PURE__*/ $2'),
  );
