import type { RouteObject } from 'react-router';

/** A page that is not hydrated by then never will be: what is in the place of its remote must work, too. */
const MAX_MS = 2500;

/** Holds the first loaders back until the page is hydrated: what they bring must not change the page before. */
export function waitForHydration() {
  let done = () => {};
  const hydrated = new Promise<void>((resolve) => {
    done = resolve;
    setTimeout(resolve, MAX_MS);
  });
  const holdLoaders = (route: RouteObject): RouteObject => {
    const { loader, children } = route;
    const held = typeof loader === 'function' && {
      loader: (...args: Parameters<typeof loader>) => hydrated.then(() => loader(...args)),
    };
    return { ...route, ...held, children: children?.map(holdLoaders) } as RouteObject;
  };
  return { done, hydrated, holdLoaders };
}
