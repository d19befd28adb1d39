import type { RouteObject } from 'react-router';
import { whenIdle } from '../../universal/page/when-idle';

/** A page whose hydration fails still needs its loaders. */
const MAX_MS = 2500;

/** Holds the first loaders until the page is hydrated, so that their data cannot cause a hydration mismatch. */
export function waitForHydration() {
  let done = () => {};
  const hydrated = new Promise<void>((resolve) => {
    done = resolve;
    setTimeout(resolve, MAX_MS);
  });
  const holdLoaders = (route: RouteObject): RouteObject => {
    const { loader, children } = route;
    const heldLoader = typeof loader === 'function' && {
      loader: (...args: Parameters<typeof loader>) => hydrated.then(() => loader(...args)),
    };
    return { ...route, ...heldLoader, children: children?.map(holdLoaders) } as RouteObject;
  };
  return { done, hydrated, holdLoaders };
}

export const yieldToMain = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Resolves when the main thread is idle, after 3 s at most; suspended parts hydrate before. In Safari: in the next task. */
export const untilIdle = () => new Promise<void>((resolve) => void whenIdle(resolve, 0));
