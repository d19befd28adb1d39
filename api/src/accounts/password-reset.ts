import { createRoute, z } from '@hono/zod-openapi';
import { eq, sql } from 'drizzle-orm';
import { users } from '../db/schema';
import { detail, email, id, text } from '../http/fields';
import { Problem } from '../http/problem';
import { createRouter, json, jsonBody, refusals } from '../http/router';
import { resetMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import type { Services } from '../services';
import { mayMail } from './attempts';
import { requireHuman } from './captcha';
import { issueMailToken, redeemMailToken } from './mail-token';
import { hashPassword, isStrong, WEAK_PASSWORD } from './passwords';
import { endSessions } from './refresh-token';

export function passwordResetRoutes(services: Services) {
  const { db, config, background, now } = services;
  const app = createRouter();
  const responses = { 200: json(detail), ...refusals };

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/password-reset/',
      summary: 'Ask for a reset link',
      request: jsonBody(z.object({ email, recaptcha: text(20_000) })),
      responses,
    }),
    async (context) => {
      const { email: address, recaptcha } = context.req.valid('json');
      await requireHuman(services, recaptcha);
      background.later('a password reset', async () => {
        const [user] = await db
          .select()
          .from(users)
          .where(eq(sql`lower(${users.email})`, address));
        if (user && (await mayMail(db, now(), 'reset', address)))
          await queueMail(db, resetMail(config, user.email, user.id, await issueMailToken(db, user.id, 'reset', now())), now());
      });
      return context.json({ detail: 'If the email is registered, a reset link has been sent.' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/password-reset-confirm/',
      summary: 'Set a new password',
      request: jsonBody(z.object({ uid: id, token: text(200), new_password: text(1024) })),
      responses,
    }),
    async (context) => {
      const { uid, token, new_password } = context.req.valid('json');
      if (!isStrong(new_password)) throw new Problem(400, WEAK_PASSWORD);
      const passwordHash = await hashPassword(new_password);
      await db.transaction(async (tx) => {
        const owner = await redeemMailToken(tx, token, 'reset', now());
        if (owner !== uid) throw new Problem(400, 'Link invalid or expired.');
        await tx
          .update(users)
          .set({ passwordHash, verifiedAt: sql`coalesce(${users.verifiedAt}, ${now().toISOString()}::timestamptz)` })
          .where(eq(users.id, uid));
        await endSessions(tx, uid, now());
      });
      return context.json({ detail: 'Password updated. You can now log in.' }, 200);
    },
  );
  return app;
}
