import type { createBrowserRouter } from 'react-router-dom';

export type Router = ReturnType<typeof createBrowserRouter>;
export type RouterUpdate = Parameters<Parameters<Router['subscribe']>[0]>;

export const withSubscribe = (router: Router, subscribe: Router['subscribe']): Router =>
  Object.assign(Object.create(router) as Router, { subscribe });
