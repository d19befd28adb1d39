import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Dependencies } from '../dependencies';
import { Problem } from '../http/problem';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Lets only the operator pass, who knows OPERATOR_TOKEN. */
export const operatorOnly = ({ config: { operatorToken } }: Dependencies) =>
  createMiddleware(async (context, next) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    if (!operatorToken || !timingSafeEqual(digest(token), digest(operatorToken)))
      throw new Problem(401, 'For the operator only.');
    await next();
  });
