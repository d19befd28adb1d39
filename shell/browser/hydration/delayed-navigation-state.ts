import { type Router, type RouterUpdate, withSubscribe } from '../navigation/fade-between-pages';

/** Leaves enough of the 100 ms in which a click needs visible feedback. */
const DELAY_MS = 50;

/** Returns a router that publishes `navigation.state` only after 50 ms, so fast navigations do not re-render the page. */
export function delayNavigationState(router: Router): Router {
  const subscribe: Router['subscribe'] = (publish) => {
    let pending: RouterUpdate | null = null;
    let isPublished = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = router.subscribe((...update) => {
      const isLoading = update[0].navigation.state !== 'idle';
      if (isLoading && !isPublished) {
        pending = update;
        timer ??= setTimeout(() => {
          isPublished = true;
          publish(...(pending as RouterUpdate));
        }, DELAY_MS);
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      isPublished = isLoading;
      publish(...update);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  };
  return withSubscribe(router, subscribe);
}
