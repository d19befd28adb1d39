import { createRoute, z } from '@hono/zod-openapi';
import { account } from 'contracts/api';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { signedIn } from '../accounts/access-token';
import { askForAddress } from '../accounts/address';
import { confirmOwner } from '../accounts/confirm';
import { listDevices, signDeviceOut } from '../accounts/devices';
import { expireMailTokens } from '../accounts/mail-token';
import { hashPassword, isStrong, WEAK_PASSWORD } from '../accounts/passwords';
import { endSessions } from '../accounts/refresh-token';
import { atDeparture } from '../bookings/leave';
import { bookings, coaches, mailTokens, users } from '../db/schema';
import { transact } from '../db/transact';
import { detail, email, text } from '../http/fields';
import { Problem } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals, tooOften } from '../http/router';
import { passwordChangedMail } from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import type { Services } from '../services';
import { deleteAccount, isCoach } from './delete';
import { exportAccount } from './export';

const wrongPassword = { 403: json(detail, 'The password is not right'), ...tooOften };

/** What users see and change of their own account. */
export function ownAccountRoutes(services: Services) {
  const { db, config, now } = services;
  const app = createRouter();
  const common = { security: bearer, middleware: signedIn(services) };
  const done = { 200: json(detail), ...refusals };
  const password = text(1024);

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/account/',
      summary: 'The own account: address, devices, and what deleting it does',
      ...common,
      responses: { 200: json(account), ...refusals },
    }),
    async (context) => {
      const { userId, sessionId } = context.var;
      const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
      const isOpen = and(eq(mailTokens.purpose, 'change'), isNull(mailTokens.usedAt), gt(mailTokens.expiresAt, now()));
      const [change] = await db
        .select({ address: mailTokens.address })
        .from(mailTokens)
        .where(and(eq(mailTokens.userId, userId), isOpen));
      const booked = await db
        .select({ booking: bookings, coachName: coaches.name })
        .from(bookings)
        .innerJoin(coaches, eq(coaches.id, bookings.coachId))
        .where(and(eq(bookings.studentId, userId), eq(bookings.status, 'confirmed')))
        .orderBy(asc(bookings.startsAt));
      const ending = booked
        .map(({ booking, coachName }) => ({ booking, coachName, fate: atDeparture(booking, now()) }))
        .filter(({ fate }) => fate !== 'stays')
        .map(({ booking, coachName, fate }) => ({
          id: booking.id,
          coach_name: coachName,
          session_time: booking.startsAt?.toISOString() ?? null,
          amount: booking.amountCents / 100,
          refunded: fate === 'refunded',
        }));
      const answer = {
        email: user?.email ?? '',
        pending_email: change?.address ?? null,
        devices: await listDevices(services, userId, sessionId),
        deletable: !(await isCoach(db, userId)),
        ending,
      };
      return context.json(answer, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/account/email/',
      summary: 'Ask for another address; the link in the mail to it completes the change',
      ...common,
      request: jsonBody(z.object({ email, password })),
      responses: { ...done, ...wrongPassword },
    }),
    async (context) => {
      const { email: address, password } = context.req.valid('json');
      await askForAddress(services, context.var.userId, address, password);
      return context.json({ detail: 'Please open the link that we sent to the new address.' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/account/password/',
      summary: 'Change the password; all other devices are signed out',
      ...common,
      request: jsonBody(z.object({ password, new_password: password })),
      responses: { ...done, ...wrongPassword },
    }),
    async (context) => {
      const { userId, sessionId } = context.var;
      const { password, new_password } = context.req.valid('json');
      if (!isStrong(new_password)) throw new Problem(400, WEAK_PASSWORD);
      const { email } = await confirmOwner(services, userId, password);
      const passwordHash = await hashPassword(new_password);
      await transact(db, async (tx) => {
        await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
        await endSessions(tx, userId, now(), sessionId);
        await expireMailTokens(tx, userId, ['reset', 'change'], now());
        await queueMail(tx, passwordChangedMail(config, email), now());
      });
      return context.json({ detail: 'Password changed' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/account/devices/{id}/sign-out/',
      summary: 'Sign one device out',
      ...common,
      request: { params: z.object({ id: z.uuid() }) },
      responses: done,
    }),
    async (context) => {
      await signDeviceOut(db, context.var.userId, context.req.valid('param').id, now());
      return context.json({ detail: 'Signed out.' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/account/sign-out-others/',
      summary: 'Sign all devices out but the one that asks',
      ...common,
      responses: done,
    }),
    async (context) => {
      await endSessions(db, context.var.userId, now(), context.var.sessionId);
      return context.json({ detail: 'Signed out.' }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/account/export/',
      summary: 'All that is stored about the user',
      ...common,
      responses: { 200: json(z.record(z.string(), z.unknown())), ...refusals },
    }),
    async (context) => context.json(await exportAccount(services, context.var.userId, context.var.sessionId), 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/account/delete/',
      summary: 'Delete the own account; what is ahead is cancelled, and refunded while that is free of charge',
      ...common,
      request: jsonBody(z.object({ password })),
      responses: { ...done, ...wrongPassword },
    }),
    async (context) => {
      await deleteAccount(services, context.var.userId, context.req.valid('json').password);
      return context.json({ detail: 'Account deleted' }, 200);
    },
  );
  return app;
}
