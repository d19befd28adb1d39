import { and, count, eq, gt, like, lte, min } from 'drizzle-orm';
import type { Database } from '../db/open';
import { attempts } from '../db/schema';
import { Problem } from '../http/problem';
import { digest } from './secrets';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** What strangers may try only so often: `most` times in any `windowMs`. */
const limits = {
  /** Wrong passwords of one account from one network; from elsewhere its owner still gets in. */
  account: { most: 10, windowMs: QUARTER_MS },
  /** Wrong passwords of any account from one network. */
  network: { most: 100, windowMs: QUARTER_MS },
  /** Wrong passwords of somebody who is signed in already, from anywhere. */
  confirmation: { most: 10, windowMs: QUARTER_MS },
  /** Mails of one kind to one address that nobody signed in has asked for. The newest link lives as long, so that its owner always has one. */
  mail: { most: 5, windowMs: HOUR_MS },
  /** Mails to an address that wanted no more of the kind. */
  again: { most: 1, windowMs: WEEK_MS },
  /** Times that one session is moved: each is a mail to its coach. */
  move: { most: 6, windowMs: HOUR_MS },
};

/** Counts an attempt before it is made, so that many at once cannot slip through; `waitMs` above 0: it is one too many, and was not counted. */
async function attempt(db: Database, now: Date, kind: keyof typeof limits, ...about: string[]) {
  const { most, windowMs } = limits[kind];
  const key = `${kind} ${digest(about.join('\n'))}`;
  const since = (ms: number) => new Date(now.getTime() - ms);
  await db
    .delete(attempts)
    .where(and(lte(attempts.at, since(windowMs)), like(attempts.key, `${kind} %`)));
  const [own] = await db.insert(attempts).values({ key, at: now }).returning({ id: attempts.id });
  const undo = async () => void (own && (await db.delete(attempts).where(eq(attempts.id, own.id))));
  const [tally] = await db
    .select({ number: count(), first: min(attempts.at) })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.at, since(windowMs))));
  if (!tally?.first || tally.number <= most) return { waitMs: 0, undo };
  await undo();
  return { waitMs: Math.max(1, tally.first.getTime() + windowMs - now.getTime()), undo };
}

/** Counts a try to sign in to an account from a network; throws 429 after too many wrong ones. `forgive` takes it back. */
export async function attemptSignIn(
  db: Database,
  now: Date,
  account: string,
  network: string | null,
): Promise<{ forgive(): Promise<void> }> {
  const ofAccount = await attempt(
    db,
    now,
    'account',
    account.trim().toLowerCase(),
    network ?? 'unknown',
  );
  if (ofAccount.waitMs > 0) throw tooMany(ofAccount.waitMs);
  if (network === null) return { forgive: ofAccount.undo }; // a limit for all whom nobody can tell apart would lock everybody out
  const ofNetwork = await attempt(db, now, 'network', network);
  if (ofNetwork.waitMs > 0) throw tooMany(ofNetwork.waitMs);
  return { forgive: async () => void (await Promise.all([ofAccount.undo(), ofNetwork.undo()])) };
}

/** Counts a password that a signed-in user is asked for; throws 429 after too many wrong ones. `forgive` takes it back. */
export async function attemptConfirmation(
  db: Database,
  now: Date,
  userId: number,
): Promise<{ forgive(): Promise<void> }> {
  const { waitMs, undo } = await attempt(db, now, 'confirmation', String(userId));
  if (waitMs > 0) throw tooMany(waitMs);
  return { forgive: undo };
}

/** Counts that a session is moved; throws 429 when it was too often. */
export async function attemptMove(db: Database, now: Date, bookingId: number): Promise<void> {
  const { waitMs } = await attempt(db, now, 'move', String(bookingId));
  if (waitMs > 0) throw tooMany(waitMs);
}

/** Counts a mail that is about to be sent because a stranger asked for it; false: its address has had enough of this kind. The answer to the call stays the same. */
export async function mayMail(
  db: Database,
  now: Date,
  kind: 'verify' | 'reset' | 'registered' | 'change',
  address: string,
): Promise<boolean> {
  return (await attempt(db, now, 'mail', kind, address)).waitMs === 0;
}

/** The same of a mail to somebody who unsubscribed, whose address a stranger has typed. */
export async function mayAskAgain(db: Database, now: Date, address: string): Promise<boolean> {
  return (await attempt(db, now, 'again', address)).waitMs === 0;
}

function tooMany(waitMs: number): Problem {
  const minutes = Math.ceil(waitMs / 60_000);
  return new Problem(
    429,
    `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    {
      'retry-after': String(Math.ceil(waitMs / 1000)),
    },
  );
}
