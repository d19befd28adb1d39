import { and, eq, gt } from 'drizzle-orm';
import type { Context } from 'hono';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, chatStates } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { digest } from '../accounts/passwords';
import { linkAccount } from './accounts';
import { confirmClaim } from './claims';
import { joinGuild } from './discord';
import { consumeState, identify, outage, STATE_MS, startAuthorization } from './oauth';
import { chatSignInHandlers, consumeSignIn, findExpiredReturn, returnToBooking } from './sign-in';

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
  const { url, stateHash, verifier } = startAuthorization(config, context, 'identify guilds.join');
  const expiresAt = new Date(now().getTime() + STATE_MS);
  await db.insert(chatStates).values({ stateHash, userId, bookingId, verifier, expiresAt });
  return { url };
};

const getSuccessUrl = (
  { siteUrl }: ApiConfig,
  session: string | null | undefined,
  discord: string,
) => {
  const url = new URL('/booking-success', siteUrl);
  url.search = new URLSearchParams({ session_id: session ?? '', discord }).toString();
  return url.href;
};

/** Redirects to the page where the flow began. Signs nobody in: the state has expired, was used, or belongs to another browser. */
async function redirectExpired(deps: Dependencies, context: Context, stateHash: string) {
  const { db, config } = deps;
  const [linking] = await db
    .select({ session: bookings.checkoutSession })
    .from(chatStates)
    .innerJoin(bookings, eq(bookings.id, chatStates.bookingId))
    .where(eq(chatStates.stateHash, stateHash));
  const page = linking
    ? getSuccessUrl(config, linking.session, 'expired')
    : await findExpiredReturn(deps, stateHash);
  return context.redirect(page ?? new URL('/login', config.siteUrl).href, 302);
}

/** Finishes both flows: a sign-in on the booking page, and linking a chat account to a booking. */
const finish: Handler<'GET /api/oauth/discord/callback/'> = async (deps, { query, context }) => {
  const { db, config, now } = deps;
  const stateHash = digest(query.state);
  if (!consumeState(context, stateHash)) return redirectExpired(deps, context, stateHash);
  const code = query.error ? undefined : query.code;
  const signIn = await consumeSignIn(deps, stateHash);
  if (signIn) return returnToBooking(deps, context, { ...signIn, code });
  const [pending] = await db
    .delete(chatStates)
    .where(and(eq(chatStates.stateHash, stateHash), gt(chatStates.expiresAt, now())))
    .returning();
  if (!pending) return redirectExpired(deps, context, stateHash);
  const [booking] = await db
    .select({ session: bookings.checkoutSession })
    .from(bookings)
    .where(eq(bookings.id, pending.bookingId));
  const back = (discord: string) =>
    context.redirect(getSuccessUrl(config, booking?.session, discord), 302);
  if (!code) return back('refused');
  // From here on, errors redirect to the site, where the visitor can retry.
  const identity = await identify(config, code, pending.verifier).catch(outage);
  if (!identity) return back('unavailable');
  const { user, accessToken } = identity;
  if (!(await linkAccount(db, pending.userId, user))) return back('taken');
  const joined = await joinGuild(config, user.id, accessToken).then(() => true, outage);
  return back(joined ? 'connected' : 'not_joined');
};

export const chatHandlers = {
  'GET /api/oauth/discord/start/': startLinking,
  'GET /api/oauth/discord/callback/': finish,
  'POST /api/discord/claim/': confirmClaim,
  ...chatSignInHandlers,
} satisfies Partial<Handlers>;
