import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isUniqueViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { coachApplications, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import {
  addressAskedMail,
  addressChangedMail,
  addressTakenMail,
  newAddressMail,
} from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import { confirmOwner, lockConfirmed } from './confirm';
import { expireMailTokens, issueMailToken, redeemChange, withExpiry } from './mail-token';
import { unlinkChatLogins } from './mailbox-owner';
import { attemptAddressChange } from './rate-limits';

/** Mails a link to the new address and a notice to the old one. Only the owner of the mailbox learns if the address is in use. */
export async function askForAddress(
  deps: Dependencies,
  userId: number,
  { email: address, password }: { email: string; password: string },
): Promise<void> {
  const { db, config, background, now } = deps;
  const user = await confirmOwner(deps, userId, password);
  if (user.email.toLowerCase() === address) throw new Problem(400, 'This is already your address.');
  await attemptAddressChange(db, now(), address);
  const link = { userId, purpose: 'change' as const };
  const token = await transact(db, async (tx) => {
    await lockConfirmed(tx, user);
    await queueMail(tx, addressAskedMail(config, user.email, address), now());
    return issueMailToken(tx, { ...link, address }, now());
  });
  background.later('a change of address', async () => {
    const taken = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, address));
    const mail =
      taken.length > 0
        ? addressTakenMail(config, address)
        : withExpiry(newAddressMail(config, address, token), link, now());
    await queueMail(db, mail, now());
  });
}

/** The member's own open applications follow, because they count as sent from the address. */
const moveApplications = (tx: Database, from: string, to: string) =>
  tx
    .update(coachApplications)
    .set({ email: to })
    .where(
      and(
        eq(coachApplications.email, from.toLowerCase()),
        eq(coachApplications.confirmed, true),
        isNull(coachApplications.decidedAt),
      ),
    );

/** Completes a change of address. Returns false for an unknown secret. Password links to the old address expire. */
export async function confirmAddress(
  { db, config, now }: Dependencies,
  token: string,
): Promise<boolean> {
  try {
    return await transact(db, async (tx) => {
      const change = await redeemChange(tx, token, now());
      if (!change) return false;
      const [before] = await tx
        .select({ email: users.email })
        .from(users)
        .where(eq(users.id, change.userId))
        .for('update');
      if (!before) return false;
      await tx
        .update(users)
        .set({ email: change.address, verifiedAt: now() })
        .where(eq(users.id, change.userId));
      await moveApplications(tx, before.email, change.address);
      await expireMailTokens(tx, { userId: change.userId, purposes: ['verify', 'reset'] }, now());
      await unlinkChatLogins(tx, change.userId);
      await queueMail(tx, addressChangedMail(config, before.email, change.address), now());
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
