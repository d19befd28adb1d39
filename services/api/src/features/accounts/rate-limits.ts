import type { Call, Calls } from '@carry/contracts/api';
import { and, count, eq, gt, like, lte, min } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { attempts } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import { digest } from './passwords';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const GMAIL_DOMAINS = ['gmail.com', 'googlemail.com'];

interface Limit {
  max: number;
  windowMs: number;
}

const limits = {
  /** Failed logins to one account from one network; `network`: to all accounts. */
  account: { max: 10, windowMs: QUARTER_MS },
  network: { max: 100, windowMs: QUARTER_MS },
  /** Wrong passwords of a signed-in user, across networks. */
  confirmation: { max: 10, windowMs: QUARTER_MS },
  /** Mails of one kind to one address. The newest link lives as long as the window, so the owner always has a valid one. */
  mail: { max: 5, windowMs: HOUR_MS },
  /** Sign-in codes to one mailbox from one network, so that a stranger cannot block its owner. */
  code: { max: 5, windowMs: HOUR_MS },
  codePerDay: { max: 15, windowMs: 24 * HOUR_MS },
  /** From all networks, against floods and guesses. To block the owner takes four networks. */
  codeOfMailbox: { max: 20, windowMs: HOUR_MS },
  codeOfMailboxPerDay: { max: 60, windowMs: 24 * HOUR_MS },
  /** Codes with all five tries; later ones have one: with the limit above, 120 guesses of a million a day. */
  codeWithTries: { max: 15, windowMs: 24 * HOUR_MS },
  /** Codes of an operator's second factor. Three of a million are valid at a time. */
  secondFactor: { max: 5, windowMs: QUARTER_MS },
  secondFactorPerDay: { max: 30, windowMs: 24 * HOUR_MS },
  /** Questions to an unsubscribed mailbox: once for each game. */
  again: { max: 1, windowMs: WEEK_MS },
  /** Moves of one session; each one emails the coach. */
  move: { max: 6, windowMs: HOUR_MS },
  /** Times that a coach suggests for one session; each one emails the student. */
  suggestion: { max: 6, windowMs: HOUR_MS },
  /** Claims of one chat account; each one emails a student. */
  claim: { max: 5, windowMs: HOUR_MS },
  /** Per author, in all conversations. */
  message: { max: 60, windowMs: QUARTER_MS },
  upload: { max: 40, windowMs: HOUR_MS },
  report: { max: 20, windowMs: HOUR_MS },
  /** Pictures of one coach; encoding one takes seconds. */
  portrait: { max: 20, windowMs: HOUR_MS },
  calendar: { max: 20, windowMs: HOUR_MS },
};

export type AnonymousWrite = {
  [C in Call]: C extends `GET ${string}` ? never : Calls[C] extends { by: string } ? never : C;
}[Call];

/** Rate limits of anonymous writes per caller. Many people may share an address, so only bulk use reaches them. */
export const anonymousLimits: Record<AnonymousWrite, Limit> = {
  'POST /api/token/': { max: 300, windowMs: QUARTER_MS },
  'POST /api/token/refresh/': { max: 1200, windowMs: QUARTER_MS },
  'POST /api/token/revoke/': { max: 600, windowMs: QUARTER_MS },
  'POST /api/auth/code/': { max: 60, windowMs: HOUR_MS },
  'POST /api/auth/code/confirm/': { max: 120, windowMs: QUARTER_MS },
  'POST /api/oauth/discord/sign-in/': { max: 120, windowMs: QUARTER_MS },
  'POST /api/oauth/discord/session/': { max: 120, windowMs: QUARTER_MS },
  'POST /api/register/': { max: 60, windowMs: HOUR_MS },
  'POST /api/auth/verify-email/': { max: 120, windowMs: QUARTER_MS },
  'POST /api/auth/resend-verification/': { max: 60, windowMs: HOUR_MS },
  'POST /api/auth/password-reset/': { max: 60, windowMs: HOUR_MS },
  'POST /api/auth/password-reset-confirm/': { max: 60, windowMs: QUARTER_MS },
  'POST /api/create-checkout-session/': { max: 200, windowMs: QUARTER_MS },
  'POST /api/reminders/': { max: 60, windowMs: QUARTER_MS },
  'POST /api/waitlist/': { max: 20, windowMs: HOUR_MS },
  'POST /api/coach-applications/': { max: 5, windowMs: HOUR_MS },
};
/** Callers without an address share this multiple of the limit. */
const UNKNOWN_CALLER_FACTOR = 10;

const isOld = (name: string, since: Date) =>
  and(lte(attempts.at, since), like(attempts.key, `${name} %`));

/** Sliding-window rate limiter, shared by all servers through the database. */
class RateLimiter {
  private readonly db: Database;
  private readonly now: Date;

  constructor(db: Database, now: Date) {
    this.db = db;
    this.now = now;
  }

  /** Counts an attempt before it runs, so that concurrent ones cannot slip through; `undo` removes it. `waitMs` above 0: limit reached. */
  async count({ max, windowMs }: Limit, name: string, ...about: string[]) {
    const { db, now } = this;
    const key = `${name} ${digest(about.join('\n'))}`;
    const since = new Date(now.getTime() - windowMs);
    await db.delete(attempts).where(isOld(name, since));
    const [row] = await db.insert(attempts).values({ key, at: now }).returning({ id: attempts.id });
    const undo = async () =>
      void (row && (await db.delete(attempts).where(eq(attempts.id, row.id))));
    const [tally] = await db
      .select({ number: count(), first: min(attempts.at) })
      .from(attempts)
      .where(and(eq(attempts.key, key), gt(attempts.at, since)));
    if (!tally?.first || tally.number <= max) return { waitMs: 0, undo };
    await undo();
    return { waitMs: Math.max(1, tally.first.getTime() + windowMs - now.getTime()), undo };
  }

  attempt(kind: keyof typeof limits, ...about: string[]) {
    return this.count(limits[kind], kind, ...about);
  }

  /** Counts an attempt in each limit. Throws 429 and counts none if a limit is reached. `undo` removes it. */
  async attemptAll(about: Partial<Record<keyof typeof limits, string[]>>) {
    const counted: (() => Promise<void>)[] = [];
    const undo = async () => void (await Promise.all(counted.map((undo) => undo())));
    for (const [kind, names] of Object.entries(about)) {
      const { waitMs, undo: undoOne } = await this.attempt(kind as keyof typeof limits, ...names);
      if (waitMs > 0) {
        await undo();
        throw tooMany(waitMs);
      }
      counted.push(undoOne);
    }
    return { undo };
  }
}

export async function deleteOldAttempts(db: Database, now: Date): Promise<void> {
  for (const [name, { windowMs }] of Object.entries({ ...limits, ...anonymousLimits }))
    await db.delete(attempts).where(isOld(name, new Date(now.getTime() - windowMs)));
}

export async function limitAnonymousWrite(
  db: Database,
  now: Date,
  { call, caller }: { call: AnonymousWrite; caller: string | null },
): Promise<void> {
  const { max, windowMs } = anonymousLimits[call];
  const limit = { windowMs, max: caller === null ? max * UNKNOWN_CALLER_FACTOR : max };
  const { waitMs } = await new RateLimiter(db, now).count(limit, call, caller ?? 'unknown');
  if (waitMs > 0) throw tooMany(waitMs);
}

/** Counts a sign-in attempt. Throws 429 after too many failures. `forgive` removes it after success. */
export async function attemptSignIn(
  db: Database,
  now: Date,
  { account, network }: { account: string; network: string | null },
): Promise<{ forgive(): Promise<void> }> {
  const name = account.trim().toLowerCase();
  const { undo } = await new RateLimiter(db, now).attemptAll({
    account: [name, network ?? 'unknown'],
    ...(network !== null && { network: [network] }), // a shared limit for unknown networks would lock everyone out
  });
  return { forgive: undo };
}

/** Counts a password check of a signed-in user. Throws 429 after too many failures. `forgive` removes it. */
export async function attemptConfirmation(
  db: Database,
  now: Date,
  userId: number,
): Promise<{ forgive(): Promise<void> }> {
  const { waitMs, undo } = await new RateLimiter(db, now).attempt('confirmation', String(userId));
  if (waitMs > 0) throw tooMany(waitMs);
  return { forgive: undo };
}

/** Counts a code of an operator's second factor. Throws 429 after too many failures. `forgive` removes it. */
export async function attemptSecondFactor(
  db: Database,
  now: Date,
  userId: number,
): Promise<{ forgive(): Promise<void> }> {
  const about = [String(userId)];
  const limiter = new RateLimiter(db, now);
  const { undo } = await limiter.attemptAll({ secondFactor: about, secondFactorPerDay: about });
  return { forgive: undo };
}

/** Limits one kind of request per user, or per booking. Throws 429 after too many. */
const createLimiter =
  (kind: 'move' | 'suggestion' | 'message' | 'upload' | 'report' | 'portrait' | 'calendar') =>
  async (db: Database, now: Date, id: number): Promise<void> => {
    const { waitMs } = await new RateLimiter(db, now).attempt(kind, String(id));
    if (waitMs > 0) throw tooMany(waitMs);
  };

export const attemptMove = createLimiter('move');
export const attemptSuggestion = createLimiter('suggestion');

export const attemptMessage = createLimiter('message');
export const attemptUpload = createLimiter('upload');
export const attemptReport = createLimiter('report');
export const attemptPortrait = createLimiter('portrait');
export const attemptCalendar = createLimiter('calendar');

interface MailRequest {
  kind: 'verify' | 'reset' | 'register' | 'registered' | 'claim';
  address: string;
}

/** Counts a mail that a stranger requested. Returns false after too many of its kind to one mailbox. */
export async function limitMail(
  db: Database,
  now: Date,
  { kind, address }: MailRequest,
): Promise<boolean> {
  return (
    (await new RateLimiter(db, now).attempt('mail', kind, normalizeMailbox(address))).waitMs === 0
  );
}

/** Counts a `/claim` of a chat account. Returns false after too many. */
export async function limitClaims(db: Database, now: Date, chatId: string): Promise<boolean> {
  return (await new RateLimiter(db, now).attempt('claim', chatId)).waitMs === 0;
}

/** Counts a change of address to a mailbox. Throws 429 after too many, with or without an account. */
export async function attemptAddressChange(db: Database, now: Date, address: string) {
  const mailbox = normalizeMailbox(address);
  const { waitMs } = await new RateLimiter(db, now).attempt('mail', 'change', mailbox);
  if (waitMs > 0) throw tooMany(waitMs);
}

/** Counts a sign-in code for a mailbox. Throws 429 after too many, with or without an account. Returns whether it has one try only. */
export async function limitCode(
  db: Database,
  now: Date,
  { address, network }: { address: string; network: string | null },
): Promise<{ hasOneTry: boolean }> {
  const limiter = new RateLimiter(db, now);
  const mailbox = normalizeMailbox(address);
  const own = [mailbox, network ?? 'unknown'];
  await limiter.attemptAll({
    code: own,
    codePerDay: own,
    codeOfMailbox: [mailbox],
    codeOfMailboxPerDay: [mailbox],
  });
  return { hasOneTry: (await limiter.attempt('codeWithTries', mailbox)).waitMs > 0 };
}

/** Like {@link limitMail}, for an unsubscribed address that a stranger typed in for a game. */
export async function mayAskAgain(
  db: Database,
  now: Date,
  { address, game }: { address: string; game: string },
): Promise<boolean> {
  return (
    (await new RateLimiter(db, now).attempt('again', normalizeMailbox(address), game)).waitMs === 0
  );
}

/** Normalizes an address to its mailbox, without `+tag` and Gmail's dots. For rate limits only, because servers differ. */
function normalizeMailbox(address: string): string {
  const [name = '', domain = ''] = address.trim().toLowerCase().split('@');
  const bare = name.replace(/(?<=.)\+.*$/, '');
  if (!GMAIL_DOMAINS.includes(domain)) return `${bare}@${domain}`;
  return `${bare.replaceAll('.', '')}@gmail.com`;
}

function tooMany(waitMs: number): Problem {
  return new Problem(429, `Too many attempts. Please try again in ${formatWait(waitMs)}.`, {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  });
}

function formatWait(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes === 1) return '1 minute';
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
