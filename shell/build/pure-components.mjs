// A loader: what is only named for developers' tools can be left out where nobody uses it.
const NAMED = /^\w+\.displayName = "[^"]*";$/gm;
const MADE = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext)\()/gm;
// What only a framework around the router gives its pages, which is never around ours: links that prefetch by its manifest, errors
// of server components, and what its server leaves in the window.
const FRAMEWORK = [
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/, '= [false, null, {}];'],
  [/return shouldPrefetch && !isAbsolute \? .*? : link;/, 'return link;'],
  [/if \(this\.context\) \{\s*return [^\n]*\bRSCErrorHandler\b[^\n]*\s*\}/, ''],
  [/(hydrationData: opts\?\.hydrationData) \|\| parseHydrationData\(\)/g, '$1'],
  [/\bthis\.context && (typeof error === "object")/, 'false && $1'],
];
// What nobody here can ask for, because its hooks are not among the shared names: fetchers; and instrumentation.
const UNREACHED = [
  [/^ {4}fetch: fetch2,\n/m, ''],
  [/^ {4}getFetcher,\n {4}resetFetcher,\n {4}deleteFetcher: queueFetcherForDeletion,\n/m, ''],
  [/^ {2}fetchLoadMatches\.forEach\(\(f, key\) => \{\n.*?^ {2}\}\);\n/ms, ''],
  [/^ {2}revalidatingFetchers\.filter\(.*?^ {2}\}\);\n/ms, ''],
  [/if \(init\.instrumentations\)/g, 'if (false)'],
];

// biome-ignore lint/style/noDefaultExport: how a loader is found
export default (source) =>
  [...FRAMEWORK, ...UNREACHED].reduce(
    (text, [asks, instead]) => text.replace(asks, instead),
    source.replace(NAMED, '').replace(MADE, '$1/*#__PURE__*/ $2'),
  );
