import { createRequire } from 'node:module';
import path from 'node:path';

const resolver = createRequire(import.meta.url);

/** The installed version: that of the catalog in `pnpm-workspace.yaml`. */
export const { version: routerVersion } = resolver('react-router-dom/package.json') as {
  version: string;
};

const folder = path.dirname(resolver.resolve('react-router/package.json'));
const built = (file: string) => path.join(folder, 'dist/production', file);

/** The router's production build. Its package resolves to the development build, whose warnings do not apply here. */
export const productionRouter = {
  alias: { 'react-router$': built('index.mjs'), 'react-router/dom$': built('dom-export.mjs') },
  rule: {
    test: built(''),
    use: path.join(import.meta.dirname, 'pure-components.mjs'),
  },
};

const reactDom = path.dirname(resolver.resolve('react-dom/package.json'));
const substitute = (name: string) =>
  path.join(import.meta.dirname, '../server/render/realm/node', `${name.replace('_', '-')}.ts`);

/** React's printer in a realm: substitutes for Node modules, and no legacy printer. */
export const printerAlias = {
  [path.join(reactDom, 'cjs/react-dom-server-legacy.node.production.js')]: false as const,
  ...Object.fromEntries(
    ['async_hooks', 'crypto', 'stream', 'util'].map((name) => [`${name}$`, substitute(name)]),
  ),
};
