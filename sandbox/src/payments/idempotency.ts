import type { MiddlewareHandler } from 'hono';

interface Answered {
  request: string;
  body: unknown;
}

/** A repeated key is the first answer again, and an error when anything else of the request differs; what was refused as malformed is not kept. */
export function idempotency(): MiddlewareHandler {
  const answered = new Map<string, Answered>();
  return async (context, next) => {
    const key = context.req.header('idempotency-key');
    if (!key) return next();
    const request = `${context.req.method} ${context.req.path} ${await context.req.text()}`;
    const known = answered.get(key);
    if (known && known.request !== request)
      return context.json(
        {
          error: {
            type: 'idempotency_error',
            message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          },
        },
        400,
      );
    if (known) {
      context.header('idempotent-replayed', 'true');
      return context.json(known.body as object);
    }
    await next();
    if (context.res.ok) answered.set(key, { request, body: await context.res.clone().json() });
  };
}
