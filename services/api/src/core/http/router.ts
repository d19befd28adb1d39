import { OpenAPIHono } from '@hono/zod-openapi';
import { describeIssue } from '../errors/describe-issue';

export function createRouter() {
  return new OpenAPIHono<{
    Variables: {
      userId: number;
      sessionId: string | null;
      /** Called if the response fails after its start. */
      onCutOff?: () => void;
    };
  }>({
    defaultHook: (result, context) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      return context.json({ detail: issue ? describeIssue(issue) : 'invalid' }, 400);
    },
  });
}

export type Router = ReturnType<typeof createRouter>;
