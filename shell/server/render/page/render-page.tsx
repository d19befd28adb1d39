import { isApiError } from '@carry/contracts/shell';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import { headElements, notFoundHead, refusedPreviewHead } from '../../../universal/head/head-tags';
import { pageHandle } from '../../../universal/head/route-head';
import { type Host, HostProvider } from '../../../universal/host/host';
import { prepareBranch } from '../../../universal/routing/prepare-branch';
import { frameRoutes } from '../../../universal/routing/routes';
import type { Rendered, RenderRequest } from '../protocol/protocol';
import type { LoadedRelease } from './loaded-release';
import { printTree } from './print-tree';

export async function renderPage(
  {
    pathname,
    search,
    owned,
    suggestion,
    refusedPreview = null,
    site,
    menu,
    requestId,
    now,
    flags = {},
  }: RenderRequest,
  release: Pick<LoadedRelease, 'remote' | 'shellFor'> | null,
  visitor: Pick<Host, 'auth' | 'notify'>,
): Promise<Rendered> {
  const branch: RouteObject[] = release
    ? [await prepareBranch(release.remote, release.shellFor(site, requestId, flags), pathname)]
    : [];
  const handler = createStaticHandler(frameRoutes(branch));
  const context = await handler.query(new Request(new URL(pathname + search, site.url)));
  if (context instanceof Response) {
    return {
      status: 302,
      location: context.headers.get('location') ?? '/',
      html: '',
      head: [],
      loaderData: {},
      complete: true,
    };
  }
  // The browser retries failed loaders behind the page's own skeleton.
  const failures = Object.values(context.errors ?? {});
  const unexpected = failures.find((error) => !isApiError(error));
  if (unexpected) throw unexpected;
  context.errors = null;
  context.loaderData = Object.fromEntries(
    Object.entries(context.loaderData).filter(([, data]) => data !== undefined),
  );

  const host: Host = {
    site,
    owns: () => owned,
    suggest: () => suggestion,
    refusedPreview: () => refusedPreview,
    menu,
    ...visitor,
    stamped: now,
    now: Date.now,
    report: () => {},
  };
  const html = await printTree(
    <HostProvider value={host}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </HostProvider>,
  );
  const matches = context.matches.map(({ params, route }) => ({
    params,
    handle: route.handle,
    loaderData: context.loaderData[route.id],
  }));
  const page = pageHandle(matches, site);
  const head = owned
    ? headElements(page?.handle.head?.(page.args), site, { pathname, fallback: menu.head })
    : refusedPreview
      ? refusedPreviewHead(site, pathname, menu.head)
      : notFoundHead(site, pathname, menu.head);
  const answering = pageHandle(matches, site, 'status');
  const status = !owned ? 404 : (answering?.handle.status?.(answering.args) ?? 200);
  const framing = owned ? pageHandle(matches, site, 'frames') : null;
  const frames = framing?.handle.frames?.(framing.args);
  const complete = failures.length === 0;
  return { status, html, head, loaderData: context.loaderData, frames, complete };
}
