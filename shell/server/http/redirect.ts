import type { Context } from 'hono';

/** Redirects uncached: browsers keep a 308 for good, also after its reason has gone. */
export function redirect(context: Context, location: string, status: 302 | 308): Response {
  context.header('cache-control', 'no-store');
  return context.redirect(location, status);
}
