import { useEffect } from 'react';
import type { RouteObject } from 'react-router';

/** Holds the first loaders back until the page is hydrated: what they bring must not change the page before. */
export function waitForHydration() {
  let done = () => {};
  const hydrated = new Promise<void>((resolve) => {
    done = resolve;
  });
  const holdLoaders = (route: RouteObject): RouteObject => {
    const { loader, children } = route;
    const held = typeof loader === 'function' && {
      loader: (...args: Parameters<typeof loader>) => hydrated.then(() => loader(...args)),
    };
    return { ...route, ...held, children: children?.map(holdLoaders) } as RouteObject;
  };
  return { done, holdLoaders };
}

/** Tells when the page around it is hydrated. */
export function Hydrated({ onDone }: { onDone(): void }) {
  useEffect(onDone, [onDone]);
  return null;
}
