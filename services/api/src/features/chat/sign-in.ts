import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { Context } from 'hono';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { chatLogins, chatSignIns, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { type Handler, type Handlers, Reply } from '../../core/http/handler';
import { describeDevice } from '../accounts/device';
import { lockAccount } from '../accounts/lock-account';
import { linkLogin, mailCode } from '../accounts/mail-code';
import { LOCKED } from '../accounts/mailbox-owner';
import { digest, NO_PASSWORD, newSecret } from '../accounts/passwords';
import { openSession } from '../accounts/refresh-token';
import {
  identify,
  outage,
  STATE_MS,
  setPrivateCookie,
  startAuthorization,
  takePrivateCookie,
} from './oauth';

const GRANT_MS = 2 * 60_000;
/** Carries the identified chat user from the callback to the page's call, outside of any URL. */
const GRANT_COOKIE = 'carry_chat_grant';

type SignIn = typeof chatSignIns.$inferSelect;

const start: Handler<'POST /api/oauth/discord/sign-in/'> = async (
  { db, config, now },
  { body: { coach: coachId }, context },
) => {
  const { url, stateHash, verifier } = startAuthorization(config, context, 'identify email');
  const expiresAt = new Date(now().getTime() + STATE_MS);
  await db
    .insert(chatSignIns)
    .values({ secretHash: stateHash, coachId, verifier, chatId: null, expiresAt });
  return { url };
};

/** Consumes the OAuth state of a sign-in; undefined if the state belongs to another flow or has expired. */
export async function consumeSignIn(
  { db, now }: Dependencies,
  stateHash: string,
): Promise<SignIn | undefined> {
  const [row] = await db
    .delete(chatSignIns)
    .where(
      and(
        eq(chatSignIns.secretHash, stateHash),
        isNotNull(chatSignIns.verifier),
        gt(chatSignIns.expiresAt, now()),
      ),
    )
    .returning();
  return row;
}

/** Returns the page where the sign-in of a state began, even an expired one; undefined for an unknown or used state. */
export async function findExpiredReturn({ db, config }: Dependencies, stateHash: string) {
  const [row] = await db
    .select({ coachId: chatSignIns.coachId })
    .from(chatSignIns)
    .where(and(eq(chatSignIns.secretHash, stateHash), isNotNull(chatSignIns.verifier)));
  return row && getReturnUrl(config, row.coachId, 'expired');
}

const getReturnUrl = ({ siteUrl }: ApiConfig, coachId: number, outcome: string) =>
  new URL(`/booking/${coachId}#discord=${outcome}`, siteUrl).href;

/** Sends the visitor back to the booking page. Its fragment has the outcome, the cookie the grant. */
export async function returnToBooking(
  deps: Dependencies,
  context: Context,
  { coachId, verifier, code }: SignIn & { code: string | undefined },
): Promise<Response> {
  const { db, config, now } = deps;
  const back = (outcome: 'granted' | 'refused' | 'unavailable') =>
    context.redirect(getReturnUrl(config, coachId, outcome), 302);
  if (!code) return back('refused');
  const identity = await identify(config, code, verifier ?? '').catch(outage);
  if (!identity) return back('unavailable');
  const secret = newSecret();
  const { id: chatId, username, email } = identity.user;
  const expiresAt = new Date(now().getTime() + GRANT_MS);
  await db
    .insert(chatSignIns)
    .values({ secretHash: digest(secret), coachId, chatId, username, email, expiresAt });
  setPrivateCookie(config, context, { name: GRANT_COOKIE, value: secret, ms: GRANT_MS });
  return back('granted');
}

const open: Handler<'POST /api/oauth/discord/session/'> = async (deps, { context }) => {
  const { db, now } = deps;
  const [grant] = await db
    .delete(chatSignIns)
    .where(
      and(
        eq(chatSignIns.secretHash, digest(takePrivateCookie(context, GRANT_COOKIE) ?? '')),
        isNotNull(chatSignIns.chatId),
        gt(chatSignIns.expiresAt, now()),
      ),
    )
    .returning();
  if (!grant?.chatId) throw new Problem(400, 'This sign-in has expired. Please try again.');
  const { chatId, email } = grant;
  const username = grant.username ?? '';
  const device = describeDevice(context.req.header('user-agent'));
  const session = await transact(db, async (tx) => {
    const userId = await findOrCreate(tx, { chatId, email }, now());
    return userId && openSession({ ...deps, db: tx }, userId, device);
  });
  if (session) return { ...session, username };
  const address = email ?? '';
  const request = await mailCode(deps, context, { email: address, chat: { id: chatId, username } });
  return new Reply(202, { request, email: address, username });
};

/**
 * Returns the account that a chat user opens; null if the address already has one, whose owner must confirm by code. A new account stays
 * unverified: the chat service may have verified the address long ago, so a later proof of the mailbox takes it over.
 */
async function findOrCreate(
  tx: Database,
  { chatId, email }: { chatId: string; email: string | null },
  now: Date,
): Promise<number | null> {
  const owner = tx
    .select({ id: chatLogins.userId })
    .from(chatLogins)
    .where(eq(chatLogins.chatId, chatId));
  await lockAccount(tx, owner); // a password reset unlinks the chat account
  const [linked] = await tx
    .select({ id: users.id, lockedAt: users.lockedAt })
    .from(chatLogins)
    .innerJoin(users, eq(users.id, chatLogins.userId))
    .where(eq(chatLogins.chatId, chatId));
  if (linked?.lockedAt) throw new Problem(403, LOCKED);
  if (linked) return linked.id;
  if (!email)
    throw new Problem(
      409,
      'Your Discord account has no verified email. Verify it at Discord, or use a code by email.',
    );
  const [created] = await tx
    .insert(users)
    .values({ email, passwordHash: NO_PASSWORD })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!created) return null;
  await linkLogin(tx, { chatId, userId: created.id }, now);
  return created.id;
}

export const chatSignInHandlers = {
  'POST /api/oauth/discord/sign-in/': start,
  'POST /api/oauth/discord/session/': open,
} satisfies Partial<Handlers>;
