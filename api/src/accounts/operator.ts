import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Dependencies } from '../dependencies';
import { Problem } from '../http/problem';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Lets only the operator pass, who knows OPERATOR_TOKEN, or the one before it. */
export const operatorOnly = ({ config: { operatorToken, operatorTokenBefore } }: Dependencies) =>
  createMiddleware(async (context, next) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    const opens = (known: string) => known !== '' && timingSafeEqual(digest(token), digest(known));
    if (!opens(operatorToken) && !opens(operatorTokenBefore))
      throw new Problem(401, 'For the operator only.');
    await next();
  });
