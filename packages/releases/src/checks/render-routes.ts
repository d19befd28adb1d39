import { ApiError, isApiError, type RemoteModule } from '@carry/contracts/shell';
import { createElement, type ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router-dom';
import { flattenRoutes, samplePath } from '../artifacts/route-paths';
import { ReleaseRefused } from '../errors/errors';
import { declareRoutes } from './inspect-module';
import { inspectionShell } from './inspection-shell';
import { loadServerBundle } from './server-bundle';
import { serverRemedy } from './server-remedy';

/** Milliseconds for one page. */
const DEADLINE_MS = 10_000;

/** Throws {@link ReleaseRefused} for the first page that cannot be rendered. After a failed call, only a missing global counts. */
export async function renderRoutes(name: string, code: string): Promise<void> {
  const fetch = () => Promise.reject(new ApiError('network', 0));
  const remote = loadServerBundle(name, code, { fetch });
  for (const { path } of flattenRoutes(declareRoutes(name, remote))) {
    const pathname = samplePath(path, null);
    await renderRoute(remote, pathname).catch((cause: unknown) => {
      const message = (cause as Error | null)?.message ?? String(cause); // of another realm
      throw new ReleaseRefused(
        `${name}: its page ${pathname} cannot be rendered on the server (${message})${serverRemedy(message)}`,
        { cause },
      );
    });
  }
}

/** In the place of a page without data. */
const Nothing = () => null;

async function renderRoute(remote: RemoteModule, pathname: string): Promise<void> {
  const children = remote.createRoutes(inspectionShell) as RouteObject[];
  const handler = createStaticHandler([{ HydrateFallback: Nothing, children }]);
  const context = await withDeadline(
    handler.query(new Request(new URL(pathname, inspectionShell.site.url))),
  );
  if (!('matches' in context)) return; // a response, perhaps of another realm
  const failures = Object.values(context.errors ?? {});
  for (const failure of failures) if (!isApiError(failure)) throw failure;
  context.errors = null;
  const tree = createElement(StaticRouterProvider, {
    router: createStaticRouter(handler.dataRoutes, context),
    context,
    hydrate: false,
  });
  await withDeadline(renderAll(tree)).catch((error: unknown) => {
    if (failures.length === 0 || (error as Error | null)?.name === 'ReferenceError') throw error;
  });
}

/** Rejects if any part of a tree fails, also one that has a fallback. */
const renderAll = (tree: ReactNode) =>
  new Promise<void>((resolve, reject) => {
    renderToReadableStream(tree, { onError: reject })
      .then(({ allReady }) => allReady)
      .then(resolve, reject);
  });

function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it takes longer than ${DEADLINE_MS / 1000} s`)),
      DEADLINE_MS,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
