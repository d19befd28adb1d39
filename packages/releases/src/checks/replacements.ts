/** Remedies for libraries that cannot run in a remote, by package. Each replacement runs (docs/libraries.md). */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '@mantine/core': 'it keeps its color scheme there; use @mui/material or @headlessui/react',
  axios:
    'it reads the cookies of the whole site; use ky, fetch, or shell.api for the API of this site',
  dompurify: 'it makes markup of text; for Markdown, use renderMarkdown of @carry/ui',
  leaflet: 'it makes markup of text when it loads; use maplibre-gl',
  sonner: 'its styles have no nonce; use shell.toast',
  'styled-components': 'it needs Node on the server; use @emotion/styled, which has the same API',
};

export const getLibrary = (place: string): string | undefined =>
  /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(place)?.[1];

export const getReplacement = (library: string): string | undefined =>
  Object.hasOwn(REPLACEMENTS, library) ? REPLACEMENTS[library] : undefined;

export const printReplacements = (packages: readonly string[]): string =>
  [...new Set(packages)]
    .filter((name) => getReplacement(name))
    .map((name) => `; ${name}: ${getReplacement(name)}`)
    .join('');
