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
const INSTRUMENTATION = [[/if \(init\.instrumentations\)/g, 'if (false)']];
// Routes for another location than the page's, and handlers of servers.
const ELSEWHERE = [
  [/\bif \(locationArg\)/, 'if (false)'],
  [/\blocationArg && renderedMatches\b/, 'false'],
  [/= isStaticHandler \?/, '= false ?'],
  [/if \(!isStaticHandler\)/, 'if (true)'],
];
// A property, because a name in a variable needs an object of all exports.
const OPTIMISTIC = [[/\b(React\d*)\[USE_OPTIMISTIC\]/, '$1.useOptimistic']];
// Warnings for developers, which the build for developers prints under `npm run dev`.
const WARNINGS = [
  [/^( *)(?:warning|warnOnce)\(\n.*?^\1\);\n/gms, '$1;\n'],
  [/^( *)(?:warning|warnOnce)\([^\n]*\);\n/gm, '$1;\n'],
];

// biome-ignore lint/style/noDefaultExport: loaders need a default export
export default (source) =>
  [...FRAMEWORK, ...INSTRUMENTATION, ...ELSEWHERE, ...OPTIMISTIC, ...WARNINGS].reduce(
    (text, [asks, instead]) => text.replace(asks, instead),
    source.replace(NAMED, '').replace(MADE, '$1/*#__PURE__*/ $2'),
  );
