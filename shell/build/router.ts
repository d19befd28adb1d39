import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
const built = (file: string) => path.join(folder, 'dist/production', file);

/** The router as a page needs it: its package leads everybody to the build for developers, which warns of what ours cannot do. */
export const productionRouter = {
  alias: { 'react-router$': built('index.mjs'), 'react-router/dom$': built('dom-export.mjs') },
  rule: {
    test: built(''),
    use: path.join(import.meta.dirname, 'pure-components.mjs'),
  },
};

const reactDom = path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
/** `react-dom/server` loads a second printer, of `renderToString` and its kind: nothing of ours calls it. */
export const onePrinter = {
  [path.join(reactDom, 'cjs/react-dom-server-legacy.node.production.js')]: false as const,
};
