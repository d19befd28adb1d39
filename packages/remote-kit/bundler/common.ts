import { SUPPORTED_BROWSERS } from '@carry/contracts/browsers';
import type { RsbuildConfig } from '@rsbuild/core';

/** What the shell provides to every remote, once on the page. A module is here only if two copies of it would break. */
export const sharedModules = {
  react: {
    requiredVersion: '^19.3.0',
    reason: 'hooks need the one dispatcher that react-dom sets',
  },
  'react/jsx-runtime': {
    requiredVersion: '^19.3.0',
    reason: 'comes with react; a second copy would only cost bytes',
  },
  'react-dom': {
    requiredVersion: '^19.3.0',
    reason: 'portals and flushSync must reach the renderer that owns the tree',
  },
  'react-router-dom': {
    requiredVersion: '^7.18.0',
    reason: 'router contexts must be those of the one router',
  },
} as const;

export const sharedNames = Object.keys(sharedModules);
export const sharedVersions = Object.fromEntries(
  Object.entries(sharedModules).map(([name, { requiredVersion }]) => [name, requiredVersion]),
);

/**
 * What a server bundle may have of the shell beside them, so that no release brings it into each process that renders. It is asked for
 * when it is needed and may be missing; then the browser does that part. Releases of any age ask for it: what is here changes by additions only.
 */
export const serverModules = ['@carry/ui/render-markdown'];

/** What all five builds have in common. `name` prefixes every class, so that late CSS of one remote cannot touch another. */
export const common = (name: string): RsbuildConfig => ({
  html: { crossorigin: 'anonymous' },
  output: {
    overrideBrowserslist: [...SUPPORTED_BROWSERS],
    sourceMap: false,
    cleanDistPath: true,
    legalComments: 'none',
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 3 } } } }, // one more finds what the second made dead
    dataUriLimit: 0, // no data: URLs, so that the policy needs none
    cssModules: { mode: 'pure', localIdentName: `${name}-[local]-[hash:base64:6]` },
  },
  performance: { printFileSize: false },
});

/** A file that is named by `new URL(…, import.meta.url)`, such as a worker's, is found as an import is. */
export const resolveUrls = { byDependency: { url: { conditionNames: ['import', '...'] } } };

/** The variants of packages that need no document: markdown's for pages decodes `&amp;` through innerHTML, which Trusted Types refuse. */
const conditionNames = ['worker', '...'];
export const withoutDocument = {
  conditionNames,
  byDependency: { url: { conditionNames: ['import', ...conditionNames] } },
};

/** The variants of packages for servers without Node and without a document, as bundlers for edge workers choose them. */
export const resolveForServer = {
  conditionNames: ['workerd', 'worker', 'edge-light', 'browser', 'import', 'module', 'default'],
  mainFields: ['browser', 'module', 'main'],
};

/** Small, because each process that renders holds its text; in ASCII, because one sign beyond Latin 1 doubles that. */
export const nodeOutput = (folder: string) => ({
  target: 'node' as const,
  overrideBrowserslist: ['node >= 20.19'],
  module: false,
  minify: { js: true, jsOptions: { minimizerOptions: { format: { asciiOnly: true } } } },
  distPath: { root: folder },
  filename: { js: '[name].cjs' },
});

/** One file, without chunks: a server bundle is read and evaluated whole. */
export const oneFile = { output: { library: { type: 'commonjs2' as const }, asyncChunks: false } };
