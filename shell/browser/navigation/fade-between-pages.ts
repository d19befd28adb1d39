import { type News, type Router, withSubscribe } from './provided-router';

/** Whether pages may fade: the browser can, and its user has nothing against motion. */
const mayFade = () =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The router as its provider sees it: a page fades into the next one. No navigation waits for that, because it is over when
 * the fade begins; what fades is a picture of the page before, on top of the next one, which takes every press.
 */
export function fadeBetweenPages(router: Router): Router {
  const { style } = document.documentElement;
  const subscribe: Router['subscribe'] = (tell) => {
    let shown = router.state.location.pathname;
    let latest: News | null = null;
    const arrive = () => {
      style.viewTransitionName = ''; // the page before is in the picture
      const { ready } = document.startViewTransition(() => {
        style.viewTransitionName = 'none'; // the next one is not
        const [state, how] = latest as News;
        latest = null;
        tell(state, { ...how, flushSync: true });
      });
      ready.catch(() => {}); // a page after it has come already, or the tab is hidden
    };
    return router.subscribe((...news) => {
      const [{ location, navigation }] = news;
      const arrives = navigation.state === 'idle' && location.pathname !== shown;
      if (navigation.state === 'idle') shown = location.pathname;
      if (latest || (arrives && mayFade())) {
        const waits = latest !== null;
        latest = news;
        if (!waits) arrive();
      } else tell(...news);
    });
  };
  return withSubscribe(router, subscribe);
}
