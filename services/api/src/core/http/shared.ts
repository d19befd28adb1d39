import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';

/** The same for everybody and read often: who has it asks only whether it is still true. */
const revalidated = /^\/api\/(coaches|reviews\/by-coach|revisions)\//;
/** The same for everybody who does not say who they are. */
export const slotsPath = /^\/api\/coach\/\d+\/available-slots\/$/;

/** Whether the answer to a request is the same for everybody. */
export const isShared = (request: HonoRequest): boolean =>
  revalidated.test(request.path) ||
  (slotsPath.test(request.path) && request.header('authorization') === undefined);

/** The entity tag of an answer; Hono would make one of a copy of the answer that it reads out of a stream. */
export const tagOf = (body: unknown): string =>
  `"${createHash('sha1').update(JSON.stringify(body)).digest('hex')}"`;
