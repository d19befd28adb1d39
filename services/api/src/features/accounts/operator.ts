import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Dependencies } from '../../core/context/dependencies';
import { Problem } from '../../core/errors/problem';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** Lets only operators pass: who knows OPERATOR_TOKEN, or the one before it, and each with a token of their own, by whose name they are known then. */
export const operatorOnly = ({
  config: { operatorToken, operatorTokenBefore, operators },
}: Dependencies) =>
  createMiddleware<{ Variables: { operator: string | null } }>(async (context, next) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    const opens = (known: string) => known !== '' && timingSafeEqual(digest(token), digest(known));
    const sent = digest(token);
    const named = operators.filter(({ hash }) => timingSafeEqual(sent, Buffer.from(hash, 'hex')));
    if (named.length === 0 && !opens(operatorToken) && !opens(operatorTokenBefore))
      throw new Problem(401, 'For the operator only.');
    context.set('operator', named[0]?.name ?? null);
    await next();
  });
