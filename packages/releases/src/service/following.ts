import { createMiddleware } from 'hono/factory';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';

/** How what a release server does is followed from outside; whoever starts one may give its own way. */
export interface Following {
  request(
    asked: { path: string; traceparent: string | undefined },
    run: () => Promise<{ id: string; method: string; route: string; status: number }>,
  ): Promise<unknown>;
  /** `wait` for the releases before it, `release` as a whole, and `check`, `gates`, `publish` and `store read` in it. */
  step<T>(name: string, about: Record<string, string>, run: () => Promise<T>): Promise<T>;
  /** What it says of itself, a line at a time. */
  log(line: string): void;
  /** What is measured of it, in the format of Prometheus, and the token that opens it; null: nobody may ask. */
  measured: { token: string; read(): Promise<string> } | null;
}

export const notFollowed: Following = {
  request: (_, run) => run(),
  step: (_, __, run) => run(),
  // biome-ignore lint/suspicious/noConsole: the log of a server that nobody follows
  log: (line) => console.log(line),
  measured: null,
};

export const followRequests = (following: Following) =>
  createMiddleware<{ Variables: RequestIdVariables }>(async (context, next) => {
    const { path, method } = context.req;
    await following.request({ path, traceparent: context.req.header('traceparent') }, async () => {
      await next();
      const id = context.get('requestId');
      return { id, method, route: routePath(context), status: context.res.status };
    });
  });
