import { isStrong, WEAK_PASSWORD } from '@carry/contracts/password';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  chatAccounts,
  coaches,
  mailTokens,
  operators,
  users,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { StreamedJson } from '../../core/http/stream-json';
import { askForAddress } from '../accounts/address';
import { confirmOwner, hasPassword, lockConfirmed } from '../accounts/confirm';
import { listDevices, signDeviceOut } from '../accounts/devices';
import { expireMailTokens } from '../accounts/mail-token';
import { unlinkChatLogins } from '../accounts/mailbox-owner';
import { hashPassword, NO_PASSWORD, passwordMatches } from '../accounts/passwords';
import { endOtherSessions } from '../accounts/refresh-token';
import { endsOnAccountDeletion, onAccountDeletion } from '../bookings/leave';
import { passwordChangedMail } from '../mail/account-messages';
import { isUndelivered } from '../mail/delivery-failure';
import { queueMail } from '../mail/outbox';
import { studentName } from '../people/parties';
import { deleteOwnAccount, isCoach } from './delete';
import { exportAccount } from './export';
import { logDeletion } from './log-deletion';

const MAX_DEVICES = 100;
const MAX_ENDING = 100;

const getAccount: Handler<'GET /api/account/'> = async (deps, { userId, sessionId }) => {
  const { db, now } = deps;
  const [user] = await db
    .select({
      email: users.email,
      passwordHash: users.passwordHash,
      remindersOffAt: users.remindersOffAt,
      operatorId: operators.userId,
    })
    .from(users)
    .leftJoin(operators, eq(operators.userId, users.id))
    .where(eq(users.id, userId));
  const isOpen = and(
    eq(mailTokens.purpose, 'change'),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, now()),
  );
  const [change] = await db
    .select({ address: mailTokens.address })
    .from(mailTokens)
    .where(and(eq(mailTokens.userId, userId), isOpen));
  const addresses = [user?.email, change?.address].filter((address) => address != null);
  const failed = await Promise.all(addresses.map((address) => isUndelivered(db, address)));
  return {
    email: user?.email ?? '',
    pending_email: change?.address ?? null,
    display_name: await getDisplayName(db, userId),
    undelivered: addresses.filter((_, index) => failed[index]),
    reminders: user?.remindersOffAt === null,
    devices: await newestDevices(deps, userId, sessionId),
    has_password: user?.passwordHash !== NO_PASSWORD,
    is_operator: user?.operatorId != null,
    deletable: !(await isCoach(db, userId)),
    ...(await endingWith(deps, userId)),
  };
};

async function newestDevices(deps: Dependencies, userId: number, sessionId: string | null) {
  const devices = await listDevices(deps, { userId, sessionId, limit: MAX_DEVICES + 1 });
  if (devices.length > MAX_DEVICES) deps.metrics.reportCut('devices of an account', MAX_DEVICES);
  return devices.slice(0, MAX_DEVICES);
}

async function endingWith({ db, metrics, now }: Dependencies, userId: number) {
  const current = now();
  const isCoachActive = sql<boolean>`${users.lockedAt} IS NULL AND ${users.deletedAt} IS NULL`;
  const isEnding = and(eq(bookings.studentId, userId), endsOnAccountDeletion(current));
  const rows = await db
    .select({ booking: bookings, coachName: coaches.name, isCoachActive })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isEnding)
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(MAX_ENDING);
  const number = rows.length < MAX_ENDING ? rows.length : await db.$count(bookings, isEnding);
  if (number > MAX_ENDING) metrics.reportCut('bookings that an account deletion ends', MAX_ENDING);
  return {
    ending: rows.map(({ booking, coachName, isCoachActive }) => ({
      id: booking.id,
      coach_name: coachName,
      session_time: booking.startsAt?.toISOString() ?? null,
      time_zone: booking.timeZone,
      amount: (booking.amountCents - booking.refundedCents) / 100,
      refunded: onAccountDeletion(booking, { isCoachActive }, current) === 'refunded',
    })),
    ending_count: number,
  };
}

async function getDisplayName(db: Database, userId: number) {
  const [user] = await db
    .select({ name: studentName, chosen: users.displayName })
    .from(users)
    .leftJoin(chatAccounts, eq(chatAccounts.userId, users.id))
    .where(eq(users.id, userId));
  return { name: user?.name ?? '', chosen: user?.chosen != null };
}

const setDisplayName: Handler<'POST /api/account/display-name/'> = async (
  { db },
  { userId, body },
) => {
  await db
    .update(users)
    .set({ displayName: body.name || null })
    .where(eq(users.id, userId));
  return getDisplayName(db, userId);
};

const changePassword: Handler<'POST /api/account/password/'> = async (
  deps,
  { userId, sessionId, body },
) => {
  const { db, config, now } = deps;
  if (!isStrong(body.new_password)) throw new Problem(400, WEAK_PASSWORD);
  const user = await confirmOwner(deps, userId, body.password, body.new_password);
  const isSet = await passwordMatches(user.passwordHash, body.new_password); // the response was lost
  const passwordHash = isSet ? user.passwordHash : await hashPassword(body.new_password);
  await transact(db, async (tx) => {
    await lockConfirmed(tx, user);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await endOtherSessions(tx, { userId, sessionId }, now());
    await expireMailTokens(tx, { userId, purposes: ['reset', 'change'] }, now());
    await unlinkChatLogins(tx, userId);
    if (!isSet) await queueMail(tx, passwordChangedMail(config, user.email), now());
  }).catch(async (error: unknown) => {
    const isRepeated = error instanceof Problem && hasPassword(deps, userId, body.new_password);
    if (!(await isRepeated)) throw error; // else a concurrent request has set it
  });
  return { detail: 'Password changed' };
};

export const ownAccountHandlers = {
  'GET /api/account/': getAccount,
  'POST /api/account/email/': async (deps, { userId, body }) => {
    await askForAddress(deps, userId, body);
    return { detail: 'Please open the link we sent to your new address.' };
  },
  'POST /api/account/password/': changePassword,
  'POST /api/account/display-name/': setDisplayName,
  'POST /api/account/devices/{id}/sign-out/': async (deps, { userId, params }) => {
    await signDeviceOut(deps, userId, params.id);
    return { detail: 'Signed out.' };
  },
  'POST /api/account/sign-out-others/': async ({ db, now }, { userId, sessionId }) => {
    await transact(db, (tx) => endOtherSessions(tx, { userId, sessionId }, now()));
    return { detail: 'Signed out.' };
  },
  'GET /api/account/export/': async (deps, { userId, sessionId }) =>
    new StreamedJson(exportAccount(deps, userId, sessionId)),
  'POST /api/account/delete/': async (deps, { userId, body }) => {
    await deleteOwnAccount(deps, userId, body);
    logDeletion(userId);
    return { detail: 'Account deleted' };
  },
} satisfies Partial<Handlers>;
