import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { isSameSecret, readBearer } from 'server-kit/secrets';
import type { Dependencies } from '../../core/context/dependencies';
import { Problem } from '../../core/errors/problem';

const digest = (value: string) => createHash('sha256').update(value).digest('hex');

/** Middleware for operator calls. Accepts OPERATOR_TOKEN, its predecessor, and personal tokens, whose name goes into the audit log. */
export const operatorOnly = ({
  config: { operatorToken, operatorTokenBefore, operators },
}: Dependencies) =>
  createMiddleware<{ Variables: { operator: string | null } }>(async (context, next) => {
    const token = readBearer(context.req.header('authorization'));
    const named = operators.filter(({ hash }) => isSameSecret(digest(token), hash));
    const isShared = [operatorToken, operatorTokenBefore].some((shared) =>
      isSameSecret(token, shared),
    );
    if (named.length === 0 && !isShared) throw new Problem(401, 'An operator token is required.');
    context.set('operator', named[0]?.name ?? null);
    await next();
  });
