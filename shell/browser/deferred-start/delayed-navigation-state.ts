import { type News, type Router, withSubscribe } from '../navigation/provided-router';

/** A page that is there sooner was not waited for; a click is answered within 100 ms all the same. */
const SOON_MS = 50;

/**
 * The router as its provider sees it: that a page is on its way is told when it does not come soon. The whole page is rendered
 * anew with each thing that is told, and the next one would have to wait for that.
 */
export function delayNavigationState(router: Router): Router {
  const subscribe: Router['subscribe'] = (tell) => {
    let waiting: News | null = null;
    let isTold = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = router.subscribe((...news) => {
      const isWaiting = news[0].navigation.state !== 'idle';
      if (isWaiting && !isTold) {
        waiting = news;
        timer ??= setTimeout(() => {
          isTold = true;
          tell(...(waiting as News));
        }, SOON_MS);
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      isTold = isWaiting;
      tell(...news);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  };
  return withSubscribe(router, subscribe);
}
