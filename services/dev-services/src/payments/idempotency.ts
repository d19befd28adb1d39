import type { Context, MiddlewareHandler } from 'hono';
import { InvalidRequest } from './invalid-request';

/** https://docs.stripe.com/api/idempotent_requests */
const MAX_KEY = 255;

interface StoredResponse {
  request: string;
  status: number;
  /** Undefined while the first request runs. */
  body: unknown;
}

const idempotencyError = (message: string, code?: string) => ({
  error: { type: 'idempotency_error', code, message },
});

function replay(
  context: Context,
  stored: StoredResponse,
  { key, request }: { key: string; request: string },
): Response {
  if (stored.request !== request)
    return context.json(
      idempotencyError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      ),
      400,
    );
  if (stored.body === undefined)
    return context.json(
      idempotencyError(
        'There is currently another in-progress request using this key.',
        'idempotency_key_in_use',
      ),
      409,
    );
  context.header('idempotent-replayed', 'true');
  return context.json(stored.body as object, stored.status as 200);
}

/** Idempotency keys as at Stripe: a repeated key replays the response, and fails while it runs or for another request. */
export function idempotency(): MiddlewareHandler {
  const responses = new Map<string, StoredResponse>();
  return async (context, next) => {
    const key = context.req.header('idempotency-key');
    if (!key || context.req.method !== 'POST') return next();
    if (key.length > MAX_KEY)
      return context.json(
        idempotencyError(`Idempotency keys have at most ${MAX_KEY} characters.`),
        400,
      );
    const request = `${context.req.method} ${context.req.path} ${await context.req.text()}`;
    const stored = responses.get(key);
    if (stored) return replay(context, stored, { key, request });
    responses.set(key, { request, status: 0, body: undefined });
    await next();
    const { error } = context;
    const isStored = context.res.ok || (error instanceof InvalidRequest && error.isExecuted);
    if (isStored)
      responses.set(key, {
        request,
        status: context.res.status,
        body: await context.res.clone().json(),
      });
    else responses.delete(key);
  };
}
