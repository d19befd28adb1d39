import { type Call, type CallRules, calls, detail } from '@carry/contracts/api';
import { createRoute } from '@hono/zod-openapi';
import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { Dependencies } from '../core/context/dependencies';
import { notFound, Problem } from '../core/errors/problem';
import { getCaller } from '../core/http/caller';
import { compressJson } from '../core/http/compress';
import { type Handlers, Reply, type Request } from '../core/http/handler';
import type { Router } from '../core/http/router';
import { SharedJson } from '../core/http/shared-json';
import { StreamedJson } from '../core/http/stream-json';
import { signedIn } from '../features/accounts/access-token';
import {
  type AnonymousWrite,
  anonymousLimits,
  limitAnonymousWrite,
} from '../features/accounts/rate-limits';
import { operatorOnly } from '../features/operator/guard';
import { recorded } from '../features/operator/record';

const revalidated = /^\/api\/(coaches|reviews\/by-coach|revisions|sitemap)\//;
export const slotsPath = /^\/api\/coach\/\d+\/available-slots\/$/;

export const isShared = (request: HonoRequest): boolean =>
  revalidated.test(request.path) ||
  (slotsPath.test(request.path) && request.header('authorization') === undefined);

const asJson = (schema: z.ZodType, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

const binary = { type: 'string', format: 'binary' } as const;

/** Parts of a body that the audit log keeps. */
interface GivenByOperator {
  amount?: number;
  reason?: string;
}

type AnyHandler = (deps: Dependencies, request: never) => Promise<unknown>;

const refusals = {
  400: asJson(detail, 'The request is malformed'),
  401: asJson(detail, 'Not signed in'),
  404: asJson(detail, 'Not found'),
  409: asJson(detail, 'The request conflicts with the current state'),
};

export function mountCalls(app: Router, deps: Dependencies, handlers: Handlers): void {
  const guards = { user: signedIn(deps), operator: operatorOnly(deps) };
  for (const call of Object.keys(calls) as Call[]) {
    const rules: CallRules = calls[call];
    const handle = handlers[call] as AnyHandler;
    const usual = Number(Object.keys(rules.answers)[0]);
    const answer = async (context: Context) => {
      const valid = (part: 'param' | 'query' | 'json') => context.req.valid(part as never);
      const { userId, sessionId } = context.var;
      const request = {
        params: valid('param'),
        query: valid('query'),
        body: valid('json'),
        userId,
        sessionId,
        context,
      } satisfies Record<keyof Request<Call>, unknown>;
      const act = () => handle(deps, request as never);
      const target = request.params?.['id'] ?? null;
      const { amount = null, reason = '' } = (request.body ?? {}) as GivenByOperator;
      const result = rules.audit
        ? await recorded(deps, { context, action: rules.audit, target, amount, reason }, act)
        : await act();
      return respond(context, call, result instanceof Reply ? result : new Reply(usual, result));
    };
    const guard = (rules.by && guards[rules.by]) ?? limited(deps, call);
    app.openapi(getRoute(call, rules, guard), answer as never); // types are checked by Handlers
  }
}

async function respond(context: Context, call: Call, { status, body }: Reply<number, unknown>) {
  if (body instanceof Response) return body;
  if (body instanceof StreamedJson)
    return context.body(await body.open(call, context.get('onCutOff')), 200, {
      'content-type': 'application/json',
    });
  const json = body instanceof SharedJson ? body : new SharedJson(body);
  const content = compressJson(context, json);
  if (status === 200 && isShared(context.req))
    context.header('etag', content === json.text ? json.tag : `W/${json.tag}`);
  return context.body(content, status as ContentfulStatusCode, {
    'content-type': 'application/json',
  });
}

function limited({ db, config, now }: Dependencies, call: Call): MiddlewareHandler | null {
  if (!Object.hasOwn(anonymousLimits, call)) return null;
  return async (context, next) => {
    const caller = getCaller(context, config.proxies);
    await limitAnonymousWrite(db, now(), { call: call as AnonymousWrite, caller });
    await next();
  };
}

/** Rejects path parameters that are invalid or not in canonical spelling with 404, such as `abc`, `1e3` or `01`. */
const canonicalPath =
  (schema: z.ZodObject): MiddlewareHandler =>
  async ({ req }, next) => {
    const { data } = schema.safeParse(req.param());
    const isCanonical =
      data && Object.entries(data).every(([name, value]) => String(value) === req.param(name));
    if (!isCanonical) throw notFound();
    await next();
  };

const mediaType =
  (type: string): MiddlewareHandler =>
  async ({ req }, next) => {
    if (req.header('content-type')?.toLowerCase() !== type) throw new Problem(415, `Send ${type}.`);
    await next();
  };

function getRoute(
  call: Call,
  { summary, by, params, query, body, receives, sends, answers, paged }: CallRules,
  guard: MiddlewareHandler | null,
) {
  const [method = '', path = ''] = call.split(' ');
  const middleware = [
    ...(guard ? [guard] : []),
    ...(params ? [canonicalPath(params)] : []),
    ...(receives ? [mediaType(receives)] : []),
  ];
  return createRoute({
    method: method.toLowerCase() as 'get',
    path,
    summary,
    ...(by && { security: [{ bearer: [] }] }),
    middleware,
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
      ...(receives && { body: { required: true, content: { [receives]: { schema: binary } } } }),
    },
    responses: {
      ...refusals,
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => {
          const { description = 'Done' } = schema;
          if (schema.type !== 'void')
            return [status, asJson(paged ? schema.or(paged) : schema, description)];
          return [
            status,
            { description, ...(sends && { content: { [sends]: { schema: binary } } }) },
          ];
        }),
      ),
    },
  });
}
