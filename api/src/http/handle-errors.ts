import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { Problem } from './problem';

/** Writes every failure as `{ "detail": … }`; what is not a refusal is logged and hidden. */
export function handleErrors(error: Error, context: Context): Response {
  if (error instanceof Problem) return context.json({ detail: error.detail }, error.status, error.headers);
  if (error instanceof HTTPException) return context.json({ detail: error.message || 'The request is malformed.' }, error.status);
  console.error(error);
  return context.json({ detail: 'Something went wrong. Please try again.' }, 500);
}
