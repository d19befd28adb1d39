import type { Context, MiddlewareHandler } from 'hono';
import { InvalidRequest } from './invalid-request';

/** https://docs.stripe.com/api/idempotent_requests */
const MAX_KEY = 255;

interface Answered {
  request: string;
  status: number;
  /** Undefined while the first request runs. */
  body: unknown;
}

const refusal = (message: string, code?: string) => ({
  error: { type: 'idempotency_error', code, message },
});

/** Answers a key that was used before. */
function replay(context: Context, known: Answered, key: string, request: string): Response {
  if (known.request !== request)
    return context.json(
      refusal(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      ),
      400,
    );
  if (known.body === undefined)
    return context.json(
      refusal(
        'There is currently another in-progress request using this key.',
        'idempotency_key_in_use',
      ),
      409,
    );
  context.header('idempotent-replayed', 'true');
  return context.json(known.body as object, known.status as 200);
}

/**
 * A repeated key is the first answer again, a refusal too, and an error when anything else of the request differs or
 * the first one still runs; what failed validation is not kept.
 */
export function idempotency(): MiddlewareHandler {
  const answered = new Map<string, Answered>();
  return async (context, next) => {
    const key = context.req.header('idempotency-key');
    if (!key || context.req.method !== 'POST') return next();
    if (key.length > MAX_KEY)
      return context.json(refusal(`Idempotency keys have at most ${MAX_KEY} characters.`), 400);
    const request = `${context.req.method} ${context.req.path} ${await context.req.text()}`;
    const known = answered.get(key);
    if (known) return replay(context, known, key, request);
    answered.set(key, { request, status: 0, body: undefined });
    await next();
    const { error } = context;
    const isKept = context.res.ok || (error instanceof InvalidRequest && error.isExecuted);
    if (isKept)
      answered.set(key, {
        request,
        status: context.res.status,
        body: await context.res.clone().json(),
      });
    else answered.delete(key);
  };
}
