import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { version as routerVersion } from 'react-router-dom/package.json';
import * as router from '../../universal/shared-router';

/** A shared module as containers of Module Federation look for it: by its name, then its version. */
type ShareScope = Record<string, Record<string, { from: string; get(): () => unknown }>>;

const provided: Record<string, { version: string; module: unknown }> = {
  react: { version: react.version, module: react },
  'react/jsx-runtime': { version: react.version, module: jsxRuntime },
  'react-dom': { version: reactDom.version, module: reactDom },
  'react-router-dom': { version: routerVersion, module: router },
};

/** What the page provides to one remote; another one gets a scope of its own, so that nobody changes what others have. */
export const shareScope = (): ShareScope =>
  Object.fromEntries(
    Object.entries(provided).map(([name, { version, module }]) => [
      name,
      { [version]: { from: 'shell', get: () => () => module } },
    ]),
  );

/** The shared modules of the page with their versions, such as `react 19.3.1`. */
export const sharedVersions = (): string[] =>
  Object.entries(provided)
    .map(([name, { version }]) => `${name} ${version}`)
    .sort();
