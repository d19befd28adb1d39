import type { ReleaseRecord } from '@carry/contracts/release';
import type { RemoteModule } from '@carry/contracts/shell';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as router from 'react-router-dom';
import { evaluateServerBundle } from '../artifacts/server-bundle';
import { refuseUnless } from '../errors/errors';
import { refusedBundle } from './inspect-module';

const notOnServer = () => {
  throw new Error('createRoot and hydrateRoot run in browsers only; call them in an effect');
};

const shared = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-dom/client': { createRoot: notOnServer, hydrateRoot: notOnServer },
  'react-router-dom': router,
};

/** Timers that do not keep the process of a check alive. */
const timers = {
  ...{ clearTimeout, clearInterval, setImmediate, clearImmediate },
  setTimeout: (...args: Parameters<typeof setTimeout>) => setTimeout(...args).unref(),
  setInterval: (...args: Parameters<typeof setInterval>) => setInterval(...args).unref(),
};

/** For a page, and for the routes of a release. */
const DEADLINE_MS = 10_000;

/** Rejects if work takes too long. Keeps the process alive until then, because timers of a release do not. */
export function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it takes longer than ${DEADLINE_MS / 1000} s`)),
      DEADLINE_MS,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export function loadServerBundle(name: string, code: string, globals = {}): RemoteModule {
  try {
    return evaluateServerBundle(code, { filename: `${name}/server`, shared, timers, globals });
  } catch (error) {
    throw refusedBundle(name, (error as Error).message, error);
  }
}

export function checkIcons({ name, routes, files }: ReleaseRecord): void {
  const lost = routes.find(
    ({ menu }) => menu?.icon !== undefined && !Object.hasOwn(files, menu.icon),
  );
  refuseUnless(
    !lost,
    `${name}: its route ${lost?.id} has a menu icon that its build did not emit (${lost?.menu?.icon})`,
  );
}
