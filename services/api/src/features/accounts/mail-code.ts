import { randomInt } from 'node:crypto';
import { CODE_MS } from '@carry/contracts/limits';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { chatLogins, signInCodes } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { getCaller } from '../../core/http/caller';
import type { Handler, Handlers } from '../../core/http/handler';
import { isSigned, signText } from '../../core/http/signed';
import { log } from '../../core/process/log';
import { signInCodeMail } from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import { describeDevice } from './device';
import { admitOwner } from './mailbox-owner';
import { digest, newSecret } from './passwords';
import { limitCode } from './rate-limits';
import { openSession } from './refresh-token';

const MAX_TRIES = 5;
const DIGITS = 6;

const wrong = () => new Problem(400, "That code isn't right, or it has expired.");

const label = (request: string, code: string) => `sign-in code ${request} ${code}`;

/**
 * Mails a code and returns its request, which the confirmation requires: a stranger can neither use nor exhaust it. The steps are the
 * same without an account, so no answer reveals one. A code for a `chat` user links that chat account.
 */
export async function mailCode(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  context: Context,
  { email, chat }: { email: string; chat?: { id: string; username: string } },
): Promise<string> {
  const network = getCaller(context, config.proxies);
  const { hasOneTry } = await limitCode(db, now(), { address: email, network });
  const request = newSecret();
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const expiresAt = new Date(now().getTime() + CODE_MS);
  await db.transaction(async (tx) => {
    await tx.insert(signInCodes).values({
      requestHash: digest(request),
      email,
      codeHash: signText(config, label(request, code)),
      tries: hasOneTry ? MAX_TRIES - 1 : 0,
      chatId: chat?.id,
      expiresAt,
    });
    const mail = signInCodeMail(config, { to: email, code, chatName: chat?.username });
    await queueMail(tx, { ...mail, discardAfter: expiresAt }, now());
  });
  return request;
}

/** Counts a try before the comparison, so that concurrent guesses cannot slip through. */
async function countTry(db: Database, request: string, now: Date) {
  const [row] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(
        eq(signInCodes.requestHash, digest(request)),
        lt(signInCodes.tries, MAX_TRIES),
        gt(signInCodes.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

const confirmCode: Handler<'POST /api/auth/code/confirm/'> = async (
  deps,
  { body: { request, code }, context },
) => {
  const { db, config, now } = deps;
  const sent = await countTry(db, request, now());
  const digits = code.replaceAll(/\s/g, '');
  if (!sent) throw wrong();
  if (!isSigned(config, label(request, digits), sent.codeHash)) {
    if (sent.tries === MAX_TRIES)
      log.warn({ code: 'auth.code_exhausted' }, 'sign-in code revoked after too many wrong tries');
    throw wrong();
  }
  return transact(db, async (tx) => {
    const used = await tx
      .delete(signInCodes)
      .where(eq(signInCodes.requestHash, sent.requestHash))
      .returning({ email: signInCodes.email });
    if (used.length === 0) throw wrong(); // a concurrent request used it
    const owner = await admitOwner(tx, sent.email, now());
    if (sent.chatId !== null) await linkLogin(tx, { chatId: sent.chatId, userId: owner }, now());
    const device = describeDevice(context.req.header('user-agent'));
    return openSession({ ...deps, db: tx }, owner, device);
  });
};

export const linkLogin = (
  tx: Database,
  { chatId, userId }: { chatId: string; userId: number },
  now: Date,
) =>
  tx
    .insert(chatLogins)
    .values({ chatId, userId, linkedAt: now })
    .onConflictDoUpdate({ target: chatLogins.chatId, set: { userId, linkedAt: now } });

export const mailCodeHandlers = {
  'POST /api/auth/code/': async (deps, { body: { email }, context }) => ({
    request: await mailCode(deps, context, { email }),
  }),
  'POST /api/auth/code/confirm/': confirmCode,
} satisfies Partial<Handlers>;
