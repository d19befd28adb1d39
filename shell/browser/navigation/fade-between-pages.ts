import type { createBrowserRouter } from 'react-router-dom';

export type Router = ReturnType<typeof createBrowserRouter>;
export type RouterUpdate = Parameters<Parameters<Router['subscribe']>[0]>;

export const withSubscribe = (router: Router, subscribe: Router['subscribe']): Router =>
  Object.assign(Object.create(router) as Router, { subscribe });

const mayFade = () =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns a router that cross-fades pages. The navigation is complete before the fade, and the new page takes input during it. */
export function fadeBetweenPages(router: Router): Router {
  const { style } = document.documentElement;
  const subscribe: Router['subscribe'] = (publish) => {
    let shown = router.state.location.pathname;
    let latest: RouterUpdate | null = null;
    const arrive = () => {
      style.viewTransitionName = ''; // captures the old page
      const { ready } = document.startViewTransition(() => {
        style.viewTransitionName = 'none'; // excludes the new page
        const [state, options] = latest as RouterUpdate;
        latest = null;
        publish(state, { ...options, flushSync: true });
      });
      ready.catch(() => {}); // skipped by a newer navigation or in a hidden tab
    };
    return router.subscribe((...update) => {
      const [{ location, navigation }] = update;
      const arrives = navigation.state === 'idle' && location.pathname !== shown;
      if (navigation.state === 'idle') shown = location.pathname;
      if (latest || (arrives && mayFade())) {
        const waits = latest !== null;
        latest = update;
        if (!waits) arrive();
      } else publish(...update);
    });
  };
  return withSubscribe(router, subscribe);
}
