import { createRoute, z } from '@hono/zod-openapi';
import { games } from 'contracts/games';
import { waitlist } from '../db/schema';
import { detail, email } from '../http/fields';
import { createRouter, json, jsonBody, refusals } from '../http/router';
import type { Services } from '../services';

const gameIds = games.map(({ id }) => id) as [string, ...string[]];

/** Who wants to hear when a game gets a coach. */
export function waitlistRoutes({ db }: Services) {
  const app = createRouter();
  const body = z.object({ game: z.enum(gameIds), email });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/waitlist/',
      summary: 'Ask to be told when a coach is available',
      request: jsonBody(body),
      responses: { 201: json(detail), ...refusals },
    }),
    async (context) => {
      await db.insert(waitlist).values(context.req.valid('json')).onConflictDoNothing();
      return context.json({ detail: 'We will write to you.' }, 201);
    },
  );
  return app;
}
