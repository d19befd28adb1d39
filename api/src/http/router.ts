import { OpenAPIHono, type z } from '@hono/zod-openapi';
import { detail } from './fields';

/** A router whose validation failures answer 400 with the first problem as detail. */
export function createRouter() {
  return new OpenAPIHono({
    defaultHook: (result, context) => {
      if (result.success) return;
      const issue = result.error.issues[0];
      const field = issue?.path.join('.');
      return context.json({ detail: `${field ? `${field}: ` : ''}${issue?.message ?? 'invalid'}` }, 400);
    },
  });
}

/** A JSON answer, for a route's `responses`. */
export const json = <Schema extends z.ZodType>(schema: Schema, description = 'Done') => ({
  description,
  content: { 'application/json': { schema } },
});

/** A required JSON body, for a route's `request`. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

/** The refusal of a call that was made too often; its `retry-after` says how many seconds to wait. */
export const tooOften = { 429: json(detail, 'Too many attempts') };

/** The refusals that any call may answer; `errorHandler` writes them. */
export const refusals = {
  400: json(detail, 'The request is malformed'),
  401: json(detail, 'Not signed in'),
  404: json(detail, 'Not found'),
  409: json(detail, 'The request contradicts what is stored'),
};

export const bearer = [{ bearer: [] }];
