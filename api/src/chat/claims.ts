import { createRoute, z } from '@hono/zod-openapi';
import { and, eq, gt, lte } from 'drizzle-orm';
import { signedIn } from '../accounts/access-token';
import { digest, newSecret } from '../accounts/secrets';
import { isUniqueViolation } from '../db/errors';
import { bookings, chatAccounts, chatClaims, users } from '../db/schema';
import { text } from '../http/fields';
import { Problem } from '../http/problem';
import { bearer, createRouter, json, jsonBody, refusals } from '../http/router';
import { claimMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import type { Services } from '../services';
import { interaction, isSigned, pong, reply } from './interactions';

const CLAIM_MS = 60 * 60_000;
const PING = 1;
const COMMAND = 2;

/** The claim command of the chat server: `/claim <booking id>`. Whoever runs it must also have the mail of the booking's student. */
export function claimRoutes(services: Services) {
  const { db, config, now } = services;
  const app = createRouter();

  /** What the bot says to one who claims a booking. */
  async function claim(bookingId: number, chat: { id: string; username: string }): Promise<string> {
    const none = `There is no booking ${bookingId} to claim. Look at the number on your confirmation page.`;
    const [booking] =
      Number.isSafeInteger(bookingId) && bookingId > 0 && bookingId < 2 ** 31
        ? await db.select().from(bookings).where(eq(bookings.id, bookingId))
        : [];
    if (!booking || (booking.status !== 'confirmed' && booking.status !== 'completed')) return none;
    const [linked] = await db.select().from(chatAccounts).where(eq(chatAccounts.chatId, chat.id));
    if (linked) return linked.userId === booking.studentId ? `Booking ${bookingId} is yours. Your coach meets you in this server.` : none;
    const token = newSecret();
    await db.delete(chatClaims).where(and(eq(chatClaims.bookingId, bookingId), lte(chatClaims.expiresAt, now())));
    const [fresh] = await db
      .insert(chatClaims)
      .values({
        tokenHash: digest(token),
        bookingId,
        chatId: chat.id,
        username: chat.username,
        expiresAt: new Date(now().getTime() + CLAIM_MS),
      })
      .onConflictDoNothing() // one mail an hour for each who asks
      .returning();
    const [student] = fresh ? await db.select({ email: users.email }).from(users).where(eq(users.id, booking.studentId)) : [];
    if (student) {
      const url = new URL('/booking-success', config.siteUrl);
      url.search = new URLSearchParams({ session_id: booking.checkoutSession ?? '', claim: token }).toString();
      await queueMail(db, claimMail(config, student.email, bookingId, chat.username, url.href), now());
    }
    return `To see that booking ${bookingId} is yours, we have written to its student. Open the link in that mail, then you are connected.`;
  }

  app.post('/api/discord/interactions/', async (context) => {
    const body = await context.req.text();
    const signature = context.req.header('x-signature-ed25519') ?? '';
    if (!isSigned(config.discord.publicKey, signature, context.req.header('x-signature-timestamp') ?? '', body))
      throw new Problem(401, 'This interaction is not signed by the chat service.');
    const parsed = interaction.safeParse(safeJson(body));
    if (!parsed.success) throw new Problem(400, 'This is no interaction.');
    const { type, data, member, user } = parsed.data;
    if (type === PING) return context.json(pong());
    const chat = member?.user ?? user;
    if (type !== COMMAND || data?.name !== 'claim' || !chat) return context.json(reply('I know one command: /claim <booking number>.'));
    const value = data.options?.find(({ name }) => name === 'booking')?.value;
    return context.json(reply(await claim(Number(value), chat)));
  });

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/discord/claim/',
      summary: 'Confirm the claim that a chat account made of a booking',
      security: bearer,
      middleware: signedIn(services),
      request: jsonBody(z.object({ token: text(200) })),
      responses: { 200: json(z.object({ username: z.string() })), ...refusals },
    }),
    async (context) => {
      const { userId } = context.var;
      const tokenHash = digest(context.req.valid('json').token);
      const [found] = await db
        .select({ claim: chatClaims, studentId: bookings.studentId })
        .from(chatClaims)
        .innerJoin(bookings, eq(bookings.id, chatClaims.bookingId))
        .where(and(eq(chatClaims.tokenHash, tokenHash), gt(chatClaims.expiresAt, now())));
      if (found?.studentId !== userId) throw new Problem(400, 'This link is used up or expired. Run the command again.');
      const { chatId, username } = found.claim;
      await db
        .insert(chatAccounts)
        .values({ userId, chatId, username })
        .onConflictDoUpdate({ target: chatAccounts.userId, set: { chatId, username } })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new Problem(409, 'This Discord account is linked to somebody else.') : error;
        });
      await db.delete(chatClaims).where(eq(chatClaims.tokenHash, tokenHash));
      return context.json({ username }, 200);
    },
  );
  return app;
}

function safeJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
