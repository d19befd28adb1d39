import path from 'node:path';
import { SUPPORTED_BROWSERS } from '@carry/contracts/browsers';
import type { RsbuildConfig, Rspack } from '@rsbuild/core';

/** Singletons that the shell provides to every remote: modules that break if loaded twice. */
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
  'react-dom/client': {
    requiredVersion: '^19.3.0',
    reason: 'a library that creates a root of its own would bundle a second renderer',
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

/** Modules that the shell provides to server bundles; if one is missing, the browser does that work. Only add to it: old releases depend on it. */
export const serverModules = ['@carry/ui/render-markdown'];

const toSafeName = (name: string) => name.replaceAll(/[^\w.-]|\.(?=\.|$)/g, '-');

/** Returns the name of an asset's file with the characters that a release may have: `a@2x.png` becomes `a-2x.<hash>.png`. */
function nameAsset({ filename = '' }: Rspack.PathData): string {
  const { name, ext } = path.parse(filename.replace(/[?#].*$/s, ''));
  return `${toSafeName(name).slice(-MAX_ASSET_NAME)}.[contenthash:10]${toSafeName(ext)}`;
}

const MAX_ASSET_NAME = 100;
const assetNames = {
  svg: nameAsset,
  font: nameAsset,
  image: nameAsset,
  media: nameAsset,
  assets: nameAsset,
};

/** Shared configuration of all builds. `name` prefixes CSS classes, so that remotes cannot affect each other's styles. */
export const common = (name: string): RsbuildConfig => ({
  html: { crossorigin: 'anonymous' },
  output: {
    overrideBrowserslist: [...SUPPORTED_BROWSERS],
    sourceMap: false,
    cleanDistPath: true,
    filename: assetNames,
    legalComments: 'linked', // the licenses of libraries ask for their notices in each copy
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 5 } } } }, // each pass removes code that the one before made dead
    dataUriLimit: 0, // the CSP allows no data: URLs
    cssModules: { mode: 'pure', localIdentName: `${name}-[local]-[hash:base64:4]` },
  },
  performance: { printFileSize: false },
});

/** Writes `data:` addresses in stylesheets to files: the page's policy allows no `data:` pictures. */
export const dataAsFiles = {
  scheme: 'data',
  dependency: 'url',
  type: 'asset/resource' as const,
  generator: { filename: 'static/data/picture.[contenthash:10][ext]' },
};

/** Resolves `new URL(…, import.meta.url)`, such as a worker's, like an import. */
export const resolveUrls = { byDependency: { url: { conditionNames: ['import', '...'] } } };

/** Prefers package variants without a document: the Markdown parser's browser variant uses innerHTML, which Trusted Types reject. */
const conditionNames = ['worker', '...'];
export const withoutDocument = {
  conditionNames,
  byDependency: { url: { conditionNames: ['import', ...conditionNames] } },
};

/** Prefers package variants for servers without Node and document, as edge bundlers do. */
export const resolveForServer = {
  conditionNames: ['workerd', 'worker', 'edge-light', 'browser', 'import', 'module', 'default'],
  mainFields: ['browser', 'module', 'main'],
  aliasFields: ['browser'], // replaces single files for Node, such as those of socket.io-client
};

/** Minified, because each render process keeps the source in memory; ASCII, because a character beyond Latin-1 doubles its size. */
export const nodeOutput = (folder: string) => ({
  target: 'node' as const,
  overrideBrowserslist: ['node >= 20.19'],
  legalComments: 'none' as const, // no copy that others get
  module: false,
  minify: { js: true, jsOptions: { minimizerOptions: { format: { asciiOnly: true } } } },
  distPath: { root: folder },
  filename: { js: '[name].cjs' },
});

/** No chunks: a server bundle is evaluated as one file. */
export const oneFile = { output: { library: { type: 'commonjs2' as const }, asyncChunks: false } };
