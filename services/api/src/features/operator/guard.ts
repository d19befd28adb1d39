import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isSameSecret, readBearer } from 'server-kit/secrets';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import { Problem } from '../../core/errors/problem';
import { requireCaller } from '../accounts/access-token';
import { findSession, requireOperator } from './session';

const digest = (value: string) => createHash('sha256').update(value).digest('hex');

interface OperatorVariables {
  operator: string | null;
  operatorId: number | null;
}

function findTokenOwner(
  { operatorToken, operatorTokenBefore, operators }: ApiConfig,
  token: string,
): { name: string | null } | null {
  const personal = operators.find(({ hash }) => isSameSecret(digest(token), hash));
  if (personal) return personal;
  const isShared = [operatorToken, operatorTokenBefore].some((shared) =>
    isSameSecret(token, shared),
  );
  return isShared ? { name: null } : null;
}

const required = () => new Problem(401, 'An operator token is required.');

export const operatorTokenOnly = ({ config }: Pick<Dependencies, 'config'>) =>
  createMiddleware<{ Variables: OperatorVariables }>(async (context, next) => {
    const owner = findTokenOwner(config, readBearer(context.req.header('authorization')));
    if (!owner) throw required();
    context.set('operator', owner.name);
    await next();
  });

export const operatorOnly = (deps: Dependencies) =>
  createMiddleware<{ Variables: OperatorVariables }>(async (context, next) => {
    const owner = findTokenOwner(deps.config, readBearer(context.req.header('authorization')));
    context.set('operator', owner?.name ?? null);
    context.set('operatorId', owner ? null : await requireSession(deps, context));
    await next();
  });

async function requireSession(deps: Dependencies, context: Context): Promise<number> {
  const { userId, sessionId } = await requireCaller(deps, context).catch((error: unknown) => {
    throw error instanceof Problem ? required() : error;
  });
  await requireOperator(deps.db, userId);
  if (!(await findSession(deps, userId, sessionId)))
    throw new Problem(403, 'Please enter the code from your authenticator app.');
  return userId;
}
