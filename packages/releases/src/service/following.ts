import { createMiddleware } from 'hono/factory';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';

export interface Following {
  request(
    request: { path: string; traceparent: string | undefined },
    run: () => Promise<{ id: string; method: string; route: string; status: number }>,
  ): Promise<unknown>;
  /** Steps: `wait` in the queue, `release` as a whole, and in it `check`, `gates`, `publish`, `store read`. */
  step<T>(name: string, about: Record<string, string>, run: () => Promise<T>): Promise<T>;
  info(line: string): void;
  /** Writes a line that may mean work for a person; security events have a code of docs/operations/events.md. */
  log(line: string, event?: { code: string }): void;
  /** Metrics in the format of Prometheus and the token that protects them; null disables the endpoint. */
  measured: { token: string; read(): Promise<string> } | null;
}

export const notFollowed: Following = {
  request: (_, run) => run(),
  step: (_, __, run) => run(),
  // biome-ignore lint/suspicious/noConsole: default log of a server
  info: (line) => console.log(line),
  // biome-ignore lint/suspicious/noConsole: default log of a server
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
