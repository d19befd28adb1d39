import type { NonIndexRouteObject } from 'react-router';
import type {
  AuthApi,
  DraftsApi,
  ReadonlyStore,
  RemoteModule,
  RemoteRoute,
  RouteHandle,
  ShellApi,
  SiteConfig,
} from './shell';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>() => {};

holds<
  Same<
    keyof ShellApi,
    | 'remote'
    | 'rendering'
    | 'site'
    | 'auth'
    | 'api'
    | 'notify'
    | 'drafts'
    | 'now'
    | 'leave'
    | 'loadScript'
    | 'flagErrors'
    | 'flags'
    | 'locale'
    | 'mountSlot'
  >
>();
holds<Same<keyof AuthApi, 'store' | 'signIn' | 'signOut'>>();
holds<Same<keyof ReadonlyStore<unknown>, 'getState' | 'getInitialState' | 'subscribe'>>();
holds<Same<keyof DraftsApi, 'load' | 'save' | 'clear' | 'keys' | 'offers'>>();
holds<
  Same<
    keyof RouteHandle,
    | 'head'
    | 'status'
    | 'warm'
    | 'query'
    | 'menu'
    | 'sitemap'
    | 'frames'
    | 'framesOnDemand'
    | 'private'
  >
>();
holds<Same<keyof SiteConfig, 'name' | 'url' | 'settings' | 'redirects'>>();
type OfOlderShells = Omit<ShellApi, 'flags' | 'locale' | 'mountSlot'>;
holds<Same<Required<OfOlderShells>, OfOlderShells>>();
holds<Same<Required<DraftsApi>, DraftsApi>>();

holds<Same<RemoteRoute['Component'], NonIndexRouteObject['Component']>>();
holds<Same<RemoteRoute['loader'], NonIndexRouteObject['loader']>>();
holds<Same<RemoteRoute['handle'], RouteHandle | undefined>>();
holds<Same<ReturnType<RemoteModule['createRoutes']>, RemoteRoute[]>>();

export const route: RemoteRoute = { id: 'a', path: '/a', handle: { private: true } };
export const index: RemoteRoute = { path: '/a', children: [{ id: 'a', index: true }] };
// @ts-expect-error an unknown member
export const unknownMember: RemoteRoute = { id: 'a', path: '/a', titel: 'A' };
export const ofData: RemoteRoute = {
  handle: { head: ({ data }) => ({ title: data?.name ?? '' }) } satisfies RouteHandle<{
    name: string;
  }>,
};

// @ts-expect-error the loader's data has no such member
export const otherData: RouteHandle<{ name: string }> = { status: ({ data }) => data?.code ?? 200 };

// @ts-expect-error without a data type, loader data is unknown
export const unknownData: RouteHandle = { status: ({ data }) => data.code };

// @ts-expect-error a handle of another kind
export const otherHandle: RemoteRoute = { id: 'a', path: '/a', handle: { title: 'A' } };

export function attempts(shell: ShellApi, site: SiteConfig): void {
  // @ts-expect-error the session is read only
  shell.auth.store.setState({ status: 'signed-out', user: null });
  // @ts-expect-error configuration is read only
  site.redirects['payment']?.push('https://evil.example');
  // @ts-expect-error configuration is read only
  site.name = 'Other';
  // @ts-expect-error the contract has no fields of one product
  void site.coachSlug;
  // @ts-expect-error a remote cannot change its name
  shell.remote.name = 'mf-other';
  // @ts-expect-error no token can be read
  void shell.auth.token;
}
