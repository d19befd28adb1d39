import { parentPort, workerData } from 'node:worker_threads';
import type { RemoteModule, ShellApi } from 'contracts/shell';
import { isApiError } from 'contracts/shell';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router';
import { evaluateServerBundle } from 'registry/server-bundle';
import { prepareBranch } from '../universal/composition';
import { noDrafts } from '../universal/drafts';
import { headElements } from '../universal/head/head-tags';
import { pageHandle } from '../universal/head/route-head';
import { type Host, HostProvider } from '../universal/host';
import { createApiClient } from '../universal/http';
import { Hydrated } from '../universal/hydration';
import { createNotify } from '../universal/notify/notify';
import { frameRoutes } from '../universal/routes';
import { createSession } from '../universal/session/session';
import * as sharedRouter from '../universal/shared-router';
import { printTree } from './print-tree';
import type { RenderAnswer, Rendered, RenderRequest, WorkerSetup } from './render-protocol';

/** What a server bundle has for the address of its own files, which only a release knows. */
const ASSETS_PLACEHOLDER = '/_carry_assets_/';

const setup = workerData as WorkerSetup;
const shared = { react: React, 'react/jsx-runtime': jsxRuntime, 'react-dom': ReactDOM, 'react-router-dom': sharedRouter };
const { store: notify, api: notifyApi } = createNotify();
const api = createApiClient(setup.apiUrl, null, { timeoutMs: setup.apiBudgetMs });
const nobody = { access: () => null, refresh: () => null, save: () => {}, clear: () => {} };
const session = createSession({ tokens: nobody, now: Date.now, open: api, asUser: () => api, onEnd: () => {} });

const remote: RemoteModule | null =
  setup.remote &&
  evaluateServerBundle(
    setup.remote.code.replaceAll(ASSETS_PLACEHOLDER, `/remotes/${setup.remote.name}/${setup.remote.version}/web/`),
    `${setup.remote.name}@${setup.remote.version}`,
    shared,
  );
const shell: ShellApi | null = setup.remote && {
  remote: { name: setup.remote.name, version: setup.remote.version },
  rendering: 'server',
  site: setup.site,
  auth: session,
  api,
  notify: notifyApi,
  drafts: noDrafts,
  now: Date.now,
  leave: () => false,
};

async function render({ pathname, search, owned, suggestion, previews, now }: RenderRequest): Promise<Rendered> {
  const branch: RouteObject[] = remote && shell ? [await prepareBranch(remote, shell, pathname)] : [];
  const handler = createStaticHandler(frameRoutes(branch));
  const context = await handler.query(new Request(new URL(pathname + search, setup.site.url)));
  if (context instanceof Response) {
    return { status: 302, location: context.headers.get('location') ?? '/', html: '', head: [], loaderData: {}, complete: true };
  }
  // A failed loader is left to the browser, which tries again behind the page's own loading state.
  const failures = Object.values(context.errors ?? {});
  const foreign = failures.find((error) => !isApiError(error));
  if (foreign) throw foreign;
  context.errors = null;
  context.loaderData = Object.fromEntries(Object.entries(context.loaderData).filter(([, data]) => data !== undefined));

  const host: Host = {
    site: setup.site,
    owns: () => owned,
    suggest: () => suggestion,
    previews,
    auth: session,
    notify,
    stamped: now,
    now: Date.now,
    report: () => {},
  };
  const html = await printTree(
    <HostProvider value={host}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
      {/* as in the browser: ids depend on the shape of the tree */}
      <Hydrated onDone={() => {}} />
    </HostProvider>,
  );
  const matches = context.matches.map(({ params, route }) => ({ params, handle: route.handle, loaderData: context.loaderData[route.id] }));
  const page = pageHandle(matches, setup.site);
  const tags = !owned ? { title: `Page not found | ${setup.site.name}`, noindex: true } : page?.handle.head?.(page.args);
  const status = !owned ? 404 : (page?.handle.status?.(page.args) ?? 200);
  return { status, html, head: headElements(tags, setup.site, pathname), loaderData: context.loaderData, complete: failures.length === 0 };
}

const answer = (message: RenderAnswer) => parentPort?.postMessage(message);
parentPort?.on('message', (request: RenderRequest) => {
  render(request).then(
    (rendered) => answer({ id: request.id, rendered }),
    (error: unknown) => answer({ id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
