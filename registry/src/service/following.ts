import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';

/** How what a release server does is followed from outside; whoever starts one may give its own way. */
export interface Following {
  request(
    asked: { path: string; traceparent: string | undefined },
    run: () => Promise<{ method: string; route: string; status: number }>,
  ): Promise<unknown>;
  step<T>(name: string, about: Record<string, string>, run: () => Promise<T>): Promise<T>;
}

export const notFollowed: Following = {
  request: (_, run) => run(),
  step: (_, __, run) => run(),
};

export const followRequests = (following: Following) =>
  createMiddleware(async (context, next) => {
    const { path, method } = context.req;
    await following.request({ path, traceparent: context.req.header('traceparent') }, async () => {
      await next();
      return { method, route: routePath(context), status: context.res.status };
    });
  });
