import {
  hasUnsavedChanges,
  type RemoteModule,
  type RemoteRoute,
  type ShellApi,
} from '@carry/contracts/shell';
import { matchRoutes, type RouteObject, type ShouldRevalidateFunction } from 'react-router';
import { createRoutes, listVersions, servedContracts } from '../contract/contracts';
import { RemoteError } from '../failures/remote-error';
import { RemoteBox } from '../outlet/remote-box';
import { RemoteFailure } from '../outlet/remote-failure';

/** Resolves with the branch that matches a path, in the shell's box. Lazy parts are resolved here: the router caches a failed one. */
export async function prepareBranch(
  remote: RemoteModule,
  shell: ShellApi,
  pathname: string,
): Promise<RouteObject> {
  const { name, version } = shell.remote;
  let routes: RemoteRoute[];
  try {
    routes = createRoutes(remote, shell);
  } catch (cause) {
    throw new RemoteError(
      name,
      listVersions(servedContracts).includes(remote.contractVersion) ? 'routes' : 'contract',
      { cause },
    );
  }
  try {
    const matches = matchRoutes(routes as RouteObject[], pathname);
    if (!matches) throw new Error(`the remote declares ${pathname} but has no route for it`);
    const branch = await Promise.all(matches.map(({ route }) => resolveLazy(route as RemoteRoute)));
    // an expired session keeps a page with unsaved changes, which its loader would replace
    const shouldRevalidate: ShouldRevalidateFunction = ({
      currentUrl,
      nextUrl,
      defaultShouldRevalidate,
    }) =>
      defaultShouldRevalidate &&
      (currentUrl.href !== nextUrl.href ||
        shell.auth.store.getState().status !== 'signed-out' ||
        !hasUnsavedChanges());
    // the router needs ids that are unique in the whole site, and teams choose theirs alone
    const chain = branch.reduceRight<RouteObject | undefined>(
      (child, { id, ...route }) =>
        ({
          shouldRevalidate,
          ...route,
          ...(id && { id: `${name}/${id}` }),
          children: child && [child],
        }) as RouteObject,
      undefined,
    );
    return {
      id: `${name} ${branch.at(-1)?.id}`,
      element: RemoteBox({ name, version }),
      // biome-ignore lint/correctness/noComponentHookFactories: a branch is prepared once
      ErrorBoundary: () => RemoteFailure({ owner: { name, version } }),
      handle: { remote: name },
      ...(chain && { children: [chain] }),
    };
  } catch (cause) {
    throw new RemoteError(name, 'routes', { cause });
  }
}

async function resolveLazy({ lazy, children: _, ...route }: RemoteRoute): Promise<RemoteRoute> {
  if (typeof lazy !== 'function') return route;
  const parts = await lazy();
  if (!parts) throw new Error(`lazy route ${route.id} loaded without exports`);
  return { ...route, ...parts };
}
