import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Dependencies } from '../../core/context/dependencies';
import { Problem } from '../../core/errors/problem';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Middleware for operator calls. Accepts OPERATOR_TOKEN, its predecessor, and personal tokens, whose name goes into the audit log. */
export const operatorOnly = ({
  config: { operatorToken, operatorTokenBefore, operators },
}: Dependencies) =>
  createMiddleware<{ Variables: { operator: string | null } }>(async (context, next) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    const opens = (known: string) => known !== '' && timingSafeEqual(digest(token), digest(known));
    const sent = digest(token);
    const named = operators.filter(({ hash }) => timingSafeEqual(sent, Buffer.from(hash, 'hex')));
    if (named.length === 0 && !opens(operatorToken) && !opens(operatorTokenBefore))
      throw new Problem(401, 'An operator token is required.');
    context.set('operator', named[0]?.name ?? null);
    await next();
  });
