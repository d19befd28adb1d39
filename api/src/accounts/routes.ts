import { createRoute, z } from '@hono/zod-openapi';
import { session, tokens } from 'contracts/api';
import { eq, sql } from 'drizzle-orm';
import { isUniqueViolation } from '../db/errors';
import { coaches, users } from '../db/schema';
import { callerOf } from '../http/caller';
import { detail, email, text } from '../http/fields';
import { Problem, unauthorized } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals, tooOften } from '../http/router';
import { alreadyRegisteredMail, verificationMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import type { Services } from '../services';
import { signedIn } from './access-token';
import { confirmAddress } from './address';
import { attemptSignIn, mayMail } from './attempts';
import { newChallenge, requireHuman } from './captcha';
import { deviceOf } from './device';
import { issueMailToken, isUsedToken, redeemMailToken } from './mail-token';
import { passwordResetRoutes } from './password-reset';
import { hashPassword, isStrong, passwordMatches, WEAK_PASSWORD } from './passwords';
import { openSession, renewSession, revokeSession } from './refresh-token';

const WRONG = 'No active account found with the given credentials';
const NOT_VERIFIED = 'Your email address is not verified. Please open the link in the mail we sent you.';
const CHECK_MAIL = 'Please check your email to verify your account.';
const LONGEST_TOKEN = 20_000;
/** Anybody may ask for this mail without a human verification: they must not keep registrations out. */
const MAX_RESENDS_WAITING = 200;

export function accountRoutes(services: Services) {
  const { db, config, background, now } = services;
  const app = createRouter();
  const done = (schema: z.ZodType = detail) => ({ 200: json(schema), ...refusals });

  app.openapi(
    createRoute({ method: 'get', path: '/api/captcha/challenge/', summary: 'A proof-of-work challenge', responses: done(z.any()) }),
    async (context) => context.json(await newChallenge(services), 200),
  );

  const credentials = z.object({ username: text(254), password: text(1024), recaptcha: text(LONGEST_TOKEN) });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/token/',
      summary: 'Log in',
      request: jsonBody(credentials),
      responses: { 200: json(tokens), ...refusals, ...tooOften },
    }),
    async (context) => {
      const { username, password, recaptcha } = context.req.valid('json');
      await requireHuman(services, recaptcha);
      const counted = await attemptSignIn(db, now(), username, callerOf(context, config.proxies));
      const [user] = await db
        .select()
        .from(users)
        .where(eq(sql`lower(${users.email})`, username.trim().toLowerCase()));
      if (!(await passwordMatches(user?.passwordHash, password)) || !user) throw new Problem(401, WRONG);
      await counted.forgive();
      if (!user.verifiedAt) throw new Problem(401, NOT_VERIFIED);
      return context.json(await openSession(services, user.id, deviceOf(context.req.header('user-agent'))), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/token/refresh/',
      summary: 'Exchange a refresh token',
      request: jsonBody(z.object({ refresh: text(1000) })),
      responses: { 200: json(tokens), ...refusals },
    }),
    async (context) => {
      const { refresh } = context.req.valid('json');
      return context.json(await renewSession(services, refresh, deviceOf(context.req.header('user-agent'))), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/token/revoke/',
      summary: 'Sign out: end the session of a refresh token',
      request: jsonBody(z.object({ refresh: text(1000) })),
      responses: done(),
    }),
    async (context) => {
      await revokeSession(services, context.req.valid('json').refresh);
      return context.json({ detail: 'Signed out.' }, 200); // also for a token that nobody has: nobody can tell
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/me/',
      summary: 'The signed-in user',
      security: bearer,
      middleware: signedIn(services),
      responses: { 200: json(session), ...refusals },
    }),
    async (context) => {
      const { userId: id } = context.var;
      const [user] = await db
        .select({ email: users.email, coachId: coaches.id })
        .from(users)
        .leftJoin(coaches, eq(coaches.userId, users.id))
        .where(eq(users.id, id));
      if (!user) throw unauthorized();
      return context.json({ id, email: user.email, is_coach: user.coachId !== null, coach_id: user.coachId }, 200);
    },
  );

  const registration = z.object({ username: email, email, password: text(1024), recaptcha: text(LONGEST_TOKEN) });
  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/register/',
      summary: 'Register',
      request: jsonBody(registration),
      responses: { 201: json(detail, 'Registered, or already registered: nobody can tell'), ...refusals },
    }),
    async (context) => {
      const { username, email, password, recaptcha } = context.req.valid('json');
      if (username !== email) throw new Problem(400, 'username: must be the email address');
      if (!isStrong(password)) throw new Problem(400, WEAK_PASSWORD);
      await requireHuman(services, recaptcha);
      const passwordHash = await hashPassword(password);
      const taken = background.later('a registration', () =>
        db
          .transaction(async (tx) => {
            const [user] = await tx.insert(users).values({ email, passwordHash }).returning({ id: users.id });
            if (!user) throw new Error('the new user was not returned');
            await queueMail(tx, verificationMail(config, email, await issueMailToken(tx, user.id, 'verify', now())), now());
          })
          .catch(async (error: unknown) => {
            if (!isUniqueViolation(error)) throw error;
            if (await mayMail(db, now(), 'registered', email)) await queueMail(db, alreadyRegisteredMail(config, email), now());
          }),
      );
      if (!taken) throw new Problem(503, 'Too many people at once. Please try again.', { 'retry-after': '5' });
      return context.json({ detail: CHECK_MAIL }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/verify-email/',
      summary: 'Verify an email address',
      request: jsonBody(z.object({ token: text(200) })),
      responses: done(),
    }),
    async (context) => {
      const { token } = context.req.valid('json');
      const userId = await redeemMailToken(db, token, 'verify', now());
      if (userId !== null) await db.update(users).set({ verifiedAt: now() }).where(eq(users.id, userId));
      else if (!(await confirmAddress(services, token)) && !(await isUsedToken(db, token)))
        throw new Problem(400, 'Link invalid or expired.');
      return context.json({ detail: 'Your email address is verified.' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/resend-verification/',
      summary: 'Send the verification mail again',
      request: jsonBody(z.object({ email })),
      responses: done(),
    }),
    async (context) => {
      const address = context.req.valid('json').email;
      const send = async () => {
        const [user] = await db
          .select()
          .from(users)
          .where(eq(sql`lower(${users.email})`, address));
        if (user && !user.verifiedAt && (await mayMail(db, now(), 'verify', address)))
          await queueMail(db, verificationMail(config, user.email, await issueMailToken(db, user.id, 'verify', now())), now());
      };
      background.later('a verification mail', send, MAX_RESENDS_WAITING);
      return context.json({ detail: CHECK_MAIL }, 200);
    },
  );

  app.route('/', passwordResetRoutes(services));
  return app;
}
