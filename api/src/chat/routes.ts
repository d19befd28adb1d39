import { createHash } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import { and, eq, gt } from 'drizzle-orm';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { signedIn } from '../accounts/access-token';
import { digest, newSecret } from '../accounts/secrets';
import { isUniqueViolation } from '../db/errors';
import { bookings, chatAccounts, chatStates } from '../db/schema';
import { id, text } from '../http/fields';
import { notFound, Problem } from '../http/problem';
import { bearer, createRouter, json, refusals } from '../http/router';
import type { Services } from '../services';
import { currentUser, exchangeCode, joinGuild } from './discord';

const STATE_MS = 10 * 60_000;
/** Says which state this browser has started, so that nobody can be sent through another one's. */
const STATE_COOKIE = 'carry_chat_state';
const PATH = '/api/oauth/discord/';

/** Null for a chat service that fails; any other error goes on. */
function outage(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

/** Linking a chat account to a booking's student: OAuth 2 with PKCE, each state for one use, of one user, in one browser. */
export function chatRoutes(services: Services) {
  const { db, config, now } = services;
  const app = createRouter();
  const redirectUri = `${config.url}${PATH}callback/`;

  app.openapi(
    createRoute({
      method: 'get',
      path: `${PATH}start/`,
      summary: 'Where to link the chat account',
      security: bearer,
      middleware: signedIn(services),
      request: { query: z.object({ booking: id }) },
      responses: { 200: json(z.object({ url: z.string() })), ...refusals },
    }),
    async (context) => {
      const { userId } = context.var;
      const bookingId = context.req.valid('query').booking;
      const [booking] = await db
        .select({ status: bookings.status })
        .from(bookings)
        .where(and(eq(bookings.id, bookingId), eq(bookings.studentId, userId)));
      if (booking?.status !== 'confirmed' && booking?.status !== 'completed') throw notFound();
      const state = newSecret();
      const verifier = newSecret();
      await db
        .insert(chatStates)
        .values({ stateHash: digest(state), userId, bookingId, verifier, expiresAt: new Date(now().getTime() + STATE_MS) });
      setCookie(context, STATE_COOKIE, digest(state), {
        path: PATH,
        maxAge: STATE_MS / 1000,
        httpOnly: true,
        sameSite: 'Lax',
        secure: config.url.startsWith('https:'),
      });
      const url = new URL(config.discord.authorizeUrl);
      url.search = new URLSearchParams({
        client_id: config.discord.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'identify guilds.join',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      return context.json({ url: url.href }, 200);
    },
  );

  async function identify(code: string, verifier: string) {
    const accessToken = await exchangeCode(config, code, verifier, redirectUri);
    return { accessToken, user: await currentUser(config, accessToken) };
  }

  const query = z.object({ state: text(200), code: text(500).optional(), error: text(200).optional() });
  app.openapi(
    createRoute({
      method: 'get',
      path: `${PATH}callback/`,
      summary: 'Where the chat service sends the visitor back',
      request: { query },
      responses: { 302: { description: 'Back to the site' }, ...refusals },
    }),
    async (context) => {
      const { state, code, error } = context.req.valid('query');
      if (getCookie(context, STATE_COOKIE) !== digest(state))
        throw new Problem(400, 'This link belongs to another browser. Please connect again.');
      deleteCookie(context, STATE_COOKIE, { path: PATH });
      const [pending] = await db
        .delete(chatStates)
        .where(and(eq(chatStates.stateHash, digest(state)), gt(chatStates.expiresAt, now())))
        .returning();
      if (!pending) throw new Problem(400, 'This link is used up or expired. Please connect again.');
      const [booking] = await db.select({ session: bookings.checkoutSession }).from(bookings).where(eq(bookings.id, pending.bookingId));
      const back = (outcome: Record<string, string>) => {
        const url = new URL('/booking-success', config.siteUrl);
        url.search = new URLSearchParams({ session_id: booking?.session ?? '', ...outcome }).toString();
        return context.redirect(url.href, 302);
      };
      if (error || !code) return back({ discord: 'refused' });
      // From here on the visitor is on their way back: whatever fails, they are told on the site, where they can try again.
      const found = await identify(code, pending.verifier).catch(outage);
      if (!found) return back({ discord: 'unavailable' });
      const { user, accessToken } = found;
      const taken = await db
        .insert(chatAccounts)
        .values({ userId: pending.userId, chatId: user.id, username: user.username })
        .onConflictDoUpdate({ target: chatAccounts.userId, set: { chatId: user.id, username: user.username } })
        .then(
          () => false,
          (failure: unknown) => {
            if (isUniqueViolation(failure)) return true;
            throw failure;
          },
        );
      if (taken) return back({ discord: 'taken' });
      const joined = await joinGuild(config, user.id, accessToken).then(() => true, outage);
      return back({ discord: joined ? 'connected' : 'not_joined' });
    },
  );
  return app;
}
