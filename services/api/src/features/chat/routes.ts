import { createHash } from 'node:crypto';
import { isHttps } from '@carry/contracts/deployment';
import { and, eq, gt } from 'drizzle-orm';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ApiConfig } from '../../core/config';
import { bookings, chatStates } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { digest, newSecret } from '../accounts/secrets';
import { linkAccount } from './accounts';
import { confirmClaim } from './claims';
import { currentUser, exchangeCode, joinGuild } from './discord';

const STATE_MS = 10 * 60_000;
/** Binds the OAuth state to this browser, which prevents login CSRF. */
const STATE_COOKIE = 'carry_chat_state';
const PATH = '/api/oauth/discord/';

const callbackUrl = ({ url }: ApiConfig) => `${url}${PATH}callback/`;

// Links a chat account with OAuth 2 and PKCE. A state is single-use and bound to one user and browser.
const startLinking: Handler<'GET /api/oauth/discord/start/'> = async (
  deps,
  { userId, query: { booking: bookingId }, context },
) => {
  const { db, config, now } = deps;
  const [booking] = await db
    .select({ status: bookings.status })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.studentId, userId)));
  if (booking?.status !== 'confirmed' && booking?.status !== 'completed') throw notFound();
  const state = newSecret();
  const verifier = newSecret();
  const expiresAt = new Date(now().getTime() + STATE_MS);
  await db
    .insert(chatStates)
    .values({ stateHash: digest(state), userId, bookingId, verifier, expiresAt });
  setCookie(context, STATE_COOKIE, digest(state), {
    path: PATH,
    maxAge: STATE_MS / 1000,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(config.url),
  });
  const url = new URL(config.discord.authorizeUrl);
  url.search = new URLSearchParams({
    client_id: config.discord.clientId,
    response_type: 'code',
    redirect_uri: callbackUrl(config),
    scope: 'identify guilds.join',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return { url: url.href };
};

const finishLinking: Handler<'GET /api/oauth/discord/callback/'> = async (
  { db, config, now },
  { query, context },
) => {
  const stateHash = digest(query.state);
  if (getCookie(context, STATE_COOKIE) !== stateHash)
    throw new Problem(400, 'This link was opened in another browser. Please connect again.');
  deleteCookie(context, STATE_COOKIE, { path: PATH });
  const [pending] = await db
    .delete(chatStates)
    .where(and(eq(chatStates.stateHash, stateHash), gt(chatStates.expiresAt, now())))
    .returning();
  if (!pending)
    throw new Problem(400, 'This link was already used or has expired. Please connect again.');
  const [booking] = await db
    .select({ session: bookings.checkoutSession })
    .from(bookings)
    .where(eq(bookings.id, pending.bookingId));
  const back = (discord: string) => {
    const url = new URL('/booking-success', config.siteUrl);
    url.search = new URLSearchParams({ session_id: booking?.session ?? '', discord }).toString();
    return context.redirect(url.href, 302);
  };
  if (query.error || !query.code) return back('refused');
  // From here on, errors redirect to the site, where the visitor can retry.
  const found = await identify(config, query.code, pending.verifier).catch(outage);
  if (!found) return back('unavailable');
  const { user, accessToken } = found;
  if (!(await linkAccount(db, pending.userId, user.id, user.username))) return back('taken');
  const joined = await joinGuild(config, user.id, accessToken).then(() => true, outage);
  return back(joined ? 'connected' : 'not_joined');
};

async function identify(config: ApiConfig, code: string, verifier: string) {
  const accessToken = await exchangeCode(config, code, verifier, callbackUrl(config));
  return { accessToken, user: await currentUser(config, accessToken) };
}

/** Returns null for an outage of the chat service; rethrows other errors. */
function outage(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

export const chatHandlers = {
  'GET /api/oauth/discord/start/': startLinking,
  'GET /api/oauth/discord/callback/': finishLinking,
  'POST /api/discord/claim/': confirmClaim,
} satisfies Partial<Handlers>;
