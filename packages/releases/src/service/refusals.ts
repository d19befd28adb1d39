import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { Untrusted } from '../signing/signature';
import { InvalidPath, TooLarge } from '../stores/store';
import type { Following } from './following';
import { IssuerUnreachable } from './tokens';

const statuses = [
  [InvalidPath, 400],
  [TooLarge, 413],
  [Untrusted, 403],
  [ReleaseRefused, 422],
  [IssuerUnreachable, 503],
  [ReleaseConflict, 409],
] as const;

export const answerError =
  ({ log }: Pick<Following, 'log'>): ErrorHandler =>
  (error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    for (const [type, status] of statuses)
      if (error instanceof type) return context.json({ detail: error.message }, status);
    log(`${context.req.method} ${context.req.path}: ${error.message}`);
    return context.json({ detail: "internal error; the cause is in the server's log" }, 500);
  };
