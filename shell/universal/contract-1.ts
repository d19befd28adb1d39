import { siteOfContract1 } from '@carry/contracts/contract-1';
import type { HeadArgs, RemoteRoute, RouteParts } from '@carry/contracts/shell';
import type { ContractAdapter } from './contract-adapter';
import { deepFreeze } from './hand-out';

const beforeThat = (args: HeadArgs): HeadArgs => ({ ...args, site: siteOfContract1(args.site) });

function withSite<Parts extends RouteParts>(parts: Parts): Parts {
  const { handle } = parts;
  if (!handle) return parts;
  const { head, status } = handle;
  return {
    ...parts,
    handle: {
      ...handle,
      ...(head && { head: (args: HeadArgs) => head(beforeThat(args)) }),
      ...(status && { status: (args: HeadArgs) => status(beforeThat(args)) }),
    },
  };
}

const routeOf = ({ lazy, children, ...route }: RemoteRoute): RemoteRoute => ({
  ...withSite(route),
  ...(lazy && { lazy: async () => withSite(await lazy()) }),
  ...(children && { children: children.map(routeOf) }),
});

/** Remotes built for contract 1: the site has the members that it had by the names of our product. */
export const contract1: ContractAdapter = {
  shell: (shell) => deepFreeze({ ...shell, site: siteOfContract1(shell.site) }),
  routes: (routes) => (routes as RemoteRoute[]).map(routeOf),
};
