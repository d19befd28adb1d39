import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import { users } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handlers } from '../../core/http/handler';
import { parseUserToken, unsubscribeFrom } from '../mail/unsubscribe';

async function setReminders({ db, now }: Dependencies, userId: number, wanted: boolean) {
  const remindersOffAt = wanted ? null : now();
  await db.update(users).set({ remindersOffAt }).where(eq(users.id, userId));
  return { wanted };
}

export const reminderHandlers = {
  'POST /api/reminders/': async (deps, { body: { token, wanted } }) => {
    const userId = parseUserToken(deps.config, token);
    if (userId === null)
      throw new Problem(400, 'This link is incomplete. Please open it from the email again.');
    return setReminders(deps, userId, wanted);
  },
  'POST /api/account/reminders/': (deps, { userId, body }) =>
    setReminders(deps, userId, body.wanted),
} satisfies Partial<Handlers>;

export function unsubscribeRoutes(deps: Dependencies) {
  const getUser = (token: string) => {
    const userId = parseUserToken(deps.config, token);
    if (userId === null) throw notFound();
    return userId;
  };
  return new Hono()
    .post('/unsubscribe/:token', async (context) => {
      await setReminders(deps, getUser(context.req.param('token')), false);
      return context.text("We won't send you any more reminders.");
    })
    .get('/unsubscribe/:token', (context) =>
      context.redirect(unsubscribeFrom(deps.config, getUser(context.req.param('token'))).page, 303),
    );
}
