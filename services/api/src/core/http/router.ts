import { OpenAPIHono } from '@hono/zod-openapi';

/** Creates a router that rejects invalid requests with 400 and the first problem as detail. */
export function createRouter() {
  return new OpenAPIHono<{
    Variables: { userId: number; sessionId: string | null; compressed?: true };
  }>({
    defaultHook: (result, context) => {
      if (result.success) return;
      const issue = result.error.issues[0];
      const field = issue?.path.join('.');
      return context.json(
        { detail: `${field ? `${field}: ` : ''}${issue?.message ?? 'invalid'}` },
        400,
      );
    },
  });
}

export type Router = ReturnType<typeof createRouter>;
