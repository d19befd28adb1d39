import path from 'node:path';
import { findCopyInPacked } from '@carry/releases/checks';
import { parse, type Token } from 'acorn';
import { withoutCopies } from './chunks';
import type { Container } from './container';
import type { PackDeclaration, PackRoute } from './declaration';

/** Module request of the adapter's part that differs between browser and server. */
export const CONTAINER = 'carry-packed-container';
export const SERVER = 'carry-packed-server';

const getGlobal = (name: string) => `packed:${name}`;

const readableId = (pattern: string): string =>
  pattern
    .replaceAll('*', 'all')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase() || 'home';

/** Returns an id for each route from its path; a number ends the ids of paths that differ in their punctuation only. */
export function routeIds(routes: readonly Pick<PackRoute, 'path'>[]): string[] {
  const ids: string[] = [];
  for (const { path: pattern } of routes) {
    const id = readableId(pattern);
    let free = id;
    for (let number = 2; ids.includes(free); number++) free = `${id}-${number}`;
    ids.push(free);
  }
  return ids;
}

const text = (value: unknown) => JSON.stringify(value);

export function writeAdapter(
  name: string,
  { routes, server }: PackDeclaration,
  container: Container,
): Record<string, string> {
  const files: Record<string, string> = {
    'remote.ts': remoteModule(routes),
    'browser.js':
      container.kind === 'script'
        ? `${opening(`self[${text(getGlobal(name))}]`)}`
        : `import * as container from ${text(`./packed/${container.entry}`)};\n${opening('container')}`,
    'server.js': server
      ? `import * as pages from ${text(SERVER)};\nexport const load = (expose) => pages[expose.slice(2)] ?? pages.default?.[expose.slice(2)];\n`
      : 'export const load = () => () => null;\n',
    'page.js': pageModule(server),
  };
  const ids = routeIds(routes);
  for (const [index, route] of routes.entries())
    files[`routes/${ids[index]}.js`] = routeModule(route);
  return files;
}

const remoteModule = (routes: readonly PackRoute[]) => `// @ts-nocheck
import { defineRemote, lazyRoute } from '@carry/remote-kit';

export default defineRemote((shell) => [
${routes
  .map((route, index) => {
    const id = routeIds(routes)[index];
    return `  { path: ${text(route.path)}, ...lazyRoute('${id}', () => import('./routes/${id}'), shell) },\n`;
  })
  .join('')}]);
`;

const routeModule = ({ expose, title, description }: PackRoute) =>
  `import { createPage } from ${text('../page')};

export const route = async (shell) => ({
  Component: await createPage(${text(expose)}, shell),
  handle: {
    head: ({ site }) => ({ title: ${text(title)} + ' | ' + site.name, description: ${text(description)} }),
  },
});
`;

const opening = (container: string) => `
let opened;
function open() {
  opened ??= (async () => {
    await __webpack_init_sharing__('default');
    await ${container}.init(__webpack_share_scopes__.default);
  })();
  opened.catch(() => { opened = undefined; });
  return opened;
}

export async function load(expose) {
  await open();
  const factory = await ${container}.get(expose);
  return factory().default;
}
`;

/** Without a server build, the browser shows the page after hydration. */
const pageModule = (
  server: string | undefined,
) => `import { createElement, useSyncExternalStore } from 'react';
import { load } from '${CONTAINER}';

const subscribe = () => () => {};

export async function createPage(expose, shell) {
  const Page = await load(expose);
  const isMissing = typeof Page !== 'function' && typeof Page !== 'object';
  if (isMissing) throw new Error(typeof document === 'undefined' ? ${text(`${server} exports no component `)} + JSON.stringify(expose.slice(2)) : expose + ' has no component as its default export');
  return function PackedPage() {
    const isHydrated = useSyncExternalStore(subscribe, () => true, () => ${server !== undefined});
    return isHydrated ? createElement(Page, { shell }) : null;
  };
}
`;

const withoutMapComment = (code: string) => code.replaceAll(/^\/\/[#@] sourceMappingURL=.*$/gm, '');

/** Joins the scripts of a classic container. The chunks register themselves before the entry starts, so it requests only its own file. */
export function joinScripts(
  name: string,
  { global }: Pick<Container, 'global'>,
  { chunks, entry }: { chunks: readonly string[]; entry: string },
): string {
  const property = `self[${text(global)}]`;
  const container = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(global)
    ? `typeof ${global}==="undefined"?${property}:${global}`
    : property;
  const wrapped = chunks.map(
    (code) => `(function(){${withoutCopies(withoutMapComment(code))}\n})();\n`,
  );
  return `${wrapped.join('')}self[${text(getGlobal(name))}]=(function(){${withoutMapComment(entry)}
;return ${container}})();
`;
}

/** Returns a module of a container with addresses in the release. A copy of a module that the site provides is replaced. */
export const placeModule = (code: string, file: string): string =>
  findCopyInPacked(code) ? refuseCopy(file) : withUrls(withoutMapComment(code), file);

/** Vite's list of files that it preloads for an import. Its scripts are bundled; its stylesheets are files. */
const PRELOADS = /(?<=const __vite__mapDeps=.*)=>i\.map\(i=>d\[i\]\)/g;

/** Links that an entry of `@module-federation/vite` adds for its scripts. An empty `rel` loads nothing. */
const PRELOAD_LINKS = /(?<=\.rel\s*=\s*)(["'`])modulepreload\1/g;

/** Replaces `import.meta.url` and `import.meta.resolve` in code; texts and comments keep the words. */
function withUrls(code: string, file: string): string {
  const values: Record<string, string> = {
    url: `(__webpack_public_path__+${text(file)})`,
    resolve: 'undefined',
  };
  const tokens: Token[] = [];
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken: tokens });
  let placed = code;
  for (const [at, { start }] of [...tokens.entries()].reverse()) {
    const parts = tokens.slice(at, at + 5);
    const last = parts[4];
    const replacement = values[code.slice(last?.start, last?.end)];
    const isMeta = parts.map(({ type }) => type.label).join() === 'import,.,name,.,name';
    if (!last || !replacement || !isMeta) continue;
    placed = `${placed.slice(0, start)}${replacement}${placed.slice(last.end)}`;
  }
  return placed
    .replaceAll(PRELOAD_LINKS, '""')
    .replaceAll(PRELOADS, (list) => `${list}.filter((file) => file.endsWith('.css'))`);
}

/** A CommonJS module, because its importers name exports. Fails on use: a container of Vite loads `react-dom/client` without need. */
const refuseCopy = (file: string): string =>
  `const refuse = () => {
  throw new Error(${text(`${path.posix.basename(file)} is left out: the site provides this module`)});
};
const isOwn = (name) => typeof name === 'string' && name !== 'then' && name !== '__esModule';
module.exports = new Proxy({}, { get: (_, name) => (isOwn(name) ? refuse : undefined) });
`;
