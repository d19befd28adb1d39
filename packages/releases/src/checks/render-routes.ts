import { isApiError, type RemoteModule, type SlotParts } from '@carry/contracts/shell';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type RouteObject,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router-dom';
import { flattenRoutes, samplePath, withoutOptional } from '../artifacts/route-paths';
import { ReleaseRefused } from '../errors/errors';
import { declareRoutes, serverRemedy } from './inspect-module';
import { failedCall, inspectionShell } from './inspection-shell';
import { loadServerBundle, withDeadline } from './server-bundle';

/** Throws {@link ReleaseRefused} for the first page or slot that cannot be rendered. After a failed call or a thrown response, only a missing global counts. */
export async function renderRoutes(name: string, code: string): Promise<void> {
  const remote = loadServerBundle(name, code, { fetch: failedCall });
  const patterns = flattenRoutes(declareRoutes(name, remote)).flatMap(({ path }) => [
    path,
    withoutOptional(path),
  ]);
  for (const pathname of new Set(patterns.map((pattern) => samplePath(pattern, null)))) {
    await renderRoute(remote, pathname).catch(refuse(`${name}: its page ${pathname}`));
  }
  for (const [slot, create] of Object.entries(remote.slots ?? {}))
    await renderSlot(create).catch(refuse(`${name}: its slot ${slot}`));
}

const refuse =
  (what: string) =>
  (cause: unknown): never => {
    const message = (cause as Error | null)?.message ?? String(cause); // of another realm
    throw new ReleaseRefused(
      `${what} cannot be rendered on the server (${message})${serverRemedy(message)}`,
      { cause },
    );
  };

/** Properties and data come from the page that shows the slot, so only a missing global counts. */
async function renderSlot(create: NonNullable<RemoteModule['slots']>[string]): Promise<void> {
  const { load, Component } = await create(inspectionShell);
  let data: unknown;
  try {
    data = await withDeadline(Promise.resolve(load?.({})));
  } catch (error) {
    if (isMissingGlobal(error)) throw error;
  }
  const slot = createElement(Component as ComponentType<SlotInput>, { props: {}, data });
  await withDeadline(
    renderAll(createElement(StaticRouter, { location: '/' }, slot)).catch((error: unknown) => {
      if (isMissingGlobal(error)) throw error;
    }),
  );
}

type SlotInput = Parameters<SlotParts['Component']>[0];

const isMissingGlobal = (error: unknown) => (error as Error | null)?.name === 'ReferenceError';

const Nothing = () => null;

async function renderRoute(remote: RemoteModule, pathname: string): Promise<void> {
  const children = remote.createRoutes(inspectionShell) as RouteObject[];
  const handler = createStaticHandler([{ HydrateFallback: Nothing, children }]);
  const context = await withDeadline(
    handler.query(new Request(new URL(pathname, inspectionShell.site.url))),
  );
  if (!('matches' in context)) return; // a response, perhaps of another realm
  const failures = Object.values(context.errors ?? {});
  for (const failure of failures) if (!isExpected(failure)) throw failure;
  context.errors = null;
  const tree = createElement(StaticRouterProvider, {
    router: createStaticRouter(handler.dataRoutes, context),
    context,
    hydrate: false,
  });
  await withDeadline(renderAll(tree)).catch((error: unknown) => {
    if (failures.length === 0 || isMissingGlobal(error)) throw error;
  });
}

/** Returns true for a failed call and for a response that the page throws, such as a 404 for the sample parameter. */
const isExpected = (error: unknown) =>
  isApiError(error) ||
  isRouteErrorResponse(error) ||
  error instanceof Response ||
  (error as { type?: unknown } | null)?.type === 'DataWithResponseInit'; // of `data`

/** Rejects if any part of a tree fails unexpectedly, also one that has a fallback. */
const renderAll = (tree: ReactNode) =>
  new Promise<void>((resolve, reject) => {
    const onError = (error: unknown) => {
      if (!isExpected(error)) reject(error);
    };
    void renderToReadableStream(tree, { onError })
      .then(({ allReady }) => allReady)
      .catch(onError)
      .then(resolve);
  });
