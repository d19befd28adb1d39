import { cors } from 'hono/cors';
import type { Router } from './router';

const EXPOSED = ['date', 'x-request-id'];

/** Lets the site's pages call the API with their cookies. Sets headers in place: Hono's `cors()` would copy each answer as a stream. */
export function addCors(app: Router, origin: string): void {
  const preflight = cors({
    origin,
    credentials: true,
    allowHeaders: ['authorization', 'content-type', 'x-request-id'],
    exposeHeaders: EXPOSED,
    maxAge: 7200,
  });
  app.use('/api/*', async (context, next) => {
    if (context.req.method === 'OPTIONS') return preflight(context, next);
    await next();
    const { headers } = context.res;
    if (context.req.header('origin') === origin) headers.set('access-control-allow-origin', origin);
    headers.set('access-control-allow-credentials', 'true');
    headers.set('access-control-expose-headers', EXPOSED.join(','));
    headers.append('vary', 'origin');
  });
}
