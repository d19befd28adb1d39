import { createRoute, z } from '@hono/zod-openapi';
import { coach, service, slots } from 'contracts/api';
import { asc, eq } from 'drizzle-orm';
import { userIfAny } from '../accounts/access-token';
import { coaches, services as serviceTable } from '../db/schema';
import { id } from '../http/fields';
import { notFound, Problem } from '../http/problem';
import { createRouter, json, refusals } from '../http/router';
import type { Services } from '../services';
import { MAX_DAYS_AHEAD, MAX_PIECE_MINUTES, openings } from './slots';

const DAY_MS = 24 * 3_600_000;
const params = z.object({ id });

/** A day of the calendar that exists, as yyyy-mm-dd. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be yyyy-mm-dd')
  .refine(
    (day) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day),
    'is no day of the calendar',
  );

export function coachRoutes(services: Services) {
  const { db, config, now } = services;
  const app = createRouter();
  const media = (path: string) => `${config.url}/media/${path}`;

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/coaches/{id}/',
      summary: 'A coach',
      request: { params },
      responses: { 200: json(coach), ...refusals },
    }),
    async (context) => {
      const [found] = await db
        .select()
        .from(coaches)
        .where(eq(coaches.id, context.req.valid('param').id));
      if (!found) throw notFound();
      const { id, name, description, imagePath, specialOffer, rankImages } = found;
      const image_url = imagePath && media(imagePath);
      return context.json(
        {
          id,
          name,
          description,
          image_url,
          special_offer: specialOffer,
          rank_images: rankImages.map(({ path, alt }) => ({ url: media(path), alt })),
          cancel_hours: config.cancelHours,
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/coaches/{id}/services/',
      summary: "A coach's services",
      request: { params },
      responses: { 200: json(z.array(service)), ...refusals },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      const [found] = await db.select({ id: coaches.id }).from(coaches).where(eq(coaches.id, id));
      if (!found) throw notFound();
      const rows = await db.select().from(serviceTable).where(eq(serviceTable.coachId, id)).orderBy(asc(serviceTable.position));
      return context.json(
        rows.map(({ id, label, rateCents, isHourly }) => ({ id, label, rate: rateCents / 100, is_hourly: isHourly })),
        200,
      );
    },
  );

  const query = z.object({ date: calendarDay, duration: z.coerce.number().int().min(15).max(480) });
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/coach/{id}/available-slots/',
      summary: 'Free starts of a UTC day',
      request: { params, query },
      responses: { 200: json(slots), ...refusals },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      const { date, duration } = context.req.valid('query');
      const current = now();
      if (Date.parse(date) > current.getTime() + MAX_DAYS_AHEAD * DAY_MS)
        throw new Problem(400, `date: must be within ${MAX_DAYS_AHEAD} days`);
      const open = await openings(db, id, date, duration, current, await userIfAny(services, context));
      if (!open) throw notFound();
      const available_slots = open.map(({ start, roomMinutes, heldUntil }) => ({
        start: new Date(start).toISOString().slice(11, 16),
        room_minutes: roomMinutes,
        ...(heldUntil && { held_until: heldUntil.toISOString() }),
      }));
      return context.json({ available_slots, now: current.toISOString(), max_piece_minutes: MAX_PIECE_MINUTES }, 200);
    },
  );
  return app;
}
