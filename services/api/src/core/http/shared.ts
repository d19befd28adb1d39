import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';

/** Public and often read: clients revalidate it with its ETag. */
const revalidated = /^\/api\/(coaches|reviews\/by-coach|revisions|sitemap)\//;
export const slotsPath = /^\/api\/coach\/\d+\/available-slots\/$/;

/** True if the response is the same for every client. */
export const isShared = (request: HonoRequest): boolean =>
  revalidated.test(request.path) ||
  (slotsPath.test(request.path) && request.header('authorization') === undefined);

export const tagOf = (body: unknown): string =>
  `"${createHash('sha1').update(JSON.stringify(body)).digest('hex')}"`;
