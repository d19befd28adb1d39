import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { users } from '../db/schema';
import type { Handlers } from '../http/handler';
import { notFound, Problem } from '../http/problem';
import { unsubscribeFrom, userOfToken } from '../mail/unsubscribe';
import type { Services } from '../services';

async function setReminders({ db, now }: Services, userId: number, wanted: boolean) {
  const remindersOffAt = wanted ? null : now();
  await db.update(users).set({ remindersOffAt }).where(eq(users.id, userId));
  return { wanted };
}

export const reminderHandlers = {
  'POST /api/reminders/': async (services, { body: { token, wanted } }) => {
    const userId = userOfToken(services.config, token);
    if (userId === null)
      throw new Problem(400, 'This link is not complete. Please open it from the mail again.');
    return setReminders(services, userId, wanted);
  },
  'POST /api/account/reminders/': (services, { userId, body }) =>
    setReminders(services, userId, body.wanted),
} satisfies Partial<Handlers>;

/** What `List-Unsubscribe` of a reminder names: mail programs post there (RFC 8058), so it is no call of the contract. Looking at it changes nothing. */
export function unsubscribeRoutes(services: Services) {
  const userOf = (token: string) => {
    const userId = userOfToken(services.config, token);
    if (userId === null) throw notFound();
    return userId;
  };
  return new Hono()
    .post('/unsubscribe/:token', async (context) => {
      await setReminders(services, userOf(context.req.param('token')), false);
      return context.text('You get no more reminders.');
    })
    .get('/unsubscribe/:token', (context) =>
      context.redirect(
        unsubscribeFrom(services.config, userOf(context.req.param('token'))).page,
        303,
      ),
    );
}
