import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { coachApplications } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler } from '../../core/http/handler';
import { ConcurrencyLimiter } from '../../core/process/concurrency-limiter';
import { userIfAny } from '../accounts/access-token';
import { lockAccount } from '../accounts/lock-account';
import { digest } from '../accounts/passwords';
import { games } from '../games/games';
import { encodeProof } from '../uploads/encode';
import { removeFiles, saveFiles } from '../uploads/files';

/** Open applications with one address and game from callers who did not prove the address. */
const MAX_UNCONFIRMED = 3;

/** Strangers send these pictures, so they get fewer places than coaches. */
const encoding = new ConcurrencyLimiter({
  atOnce: 1,
  maxWaiting: 4,
  refusal: 'Many pictures are being uploaded right now. Please try again in a minute.',
});

async function storeProof(deps: Dependencies, picture: string): Promise<string> {
  const bytes = Buffer.from(picture, 'base64');
  const { name, files } = await encoding.run(() => encodeProof(bytes));
  await saveFiles(deps, files);
  return name;
}

type Values = Omit<typeof coachApplications.$inferInsert, 'confirmed'>;

/** Open applications with the same address and game. */
export const isOpenBeside = ({ email, game }: Pick<Values, 'email' | 'game'>) =>
  and(
    eq(coachApplications.email, email),
    eq(coachApplications.game, game),
    isNull(coachApplications.decidedAt),
  );

/** Locks the account, so that its address cannot change meanwhile. */
async function isOwnAddress(tx: Database, userId: number, email: string): Promise<boolean> {
  const account = await lockAccount(tx, userId);
  return account?.verifiedAt != null && account.email.toLowerCase() === email;
}

/**
 * Stores an application, once if it is repeated. Only a member who proved the address replaces the own open one; another stands beside
 * it. Resolves with the picture that is no longer used.
 */
const store = (db: Database, userId: number | null, values: Values): Promise<string | null> =>
  transact(db, async (tx) => {
    const { email, game, contentHash, picture = null } = values;
    const confirmed = userId !== null && (await isOwnAddress(tx, userId, email));
    const lock = sql`hashtext(${email}), hashtext(${game})`;
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${lock})`); // a repeated request may run at the same time
    const open = await tx
      .select()
      .from(coachApplications)
      .where(isOpenBeside(values))
      .for('update');
    const same = open.find((one) => one.contentHash === contentHash);
    if (same && (same.confirmed || !confirmed)) return picture;
    const replaced = confirmed && (open.find((one) => one.confirmed) ?? same);
    if (replaced) {
      await tx
        .update(coachApplications)
        .set({ ...values, confirmed })
        .where(eq(coachApplications.id, replaced.id));
      return replaced.picture;
    }
    if (!confirmed && open.filter((one) => !one.confirmed).length >= MAX_UNCONFIRMED)
      throw new Problem(
        409,
        "We're still looking at your earlier applications for this game. To change one, log in with its email and apply again.",
      );
    await tx.insert(coachApplications).values({ ...values, confirmed });
    return null;
  });

export const apply: Handler<'POST /api/coach-applications/'> = async (deps, { body, context }) => {
  const { db, now, background } = deps;
  if (!games.has(body.game)) throw new Problem(400, 'Please choose a game from the list.');
  const userId = await userIfAny(deps, context);
  const { time_zone: timeZone, picture: sent, ...fields } = body;
  const picture = sent === undefined ? null : await storeProof(deps, sent);
  const remove = (file: string | null) =>
    file && background.later('removing a proof', () => removeFiles(deps, [file]));
  const contentHash = digest(JSON.stringify(body));
  const values = { ...fields, timeZone, picture, contentHash, createdAt: now() };
  const unused = await store(db, userId, values).catch((error: unknown) => {
    remove(picture);
    throw error;
  });
  remove(unused);
  return { detail: "Thanks! We'll look at it and email you." };
};
