import type { createBrowserRouter } from 'react-router-dom';

export type Router = ReturnType<typeof createBrowserRouter>;
/** What a router tells of each change of its state. */
export type News = Parameters<Parameters<Router['subscribe']>[0]>;

/** A router whose provider is told of changes in another way. */
export const withSubscribe = (router: Router, subscribe: Router['subscribe']): Router =>
  Object.assign(Object.create(router) as Router, { subscribe });
