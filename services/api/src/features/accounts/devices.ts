import type { Device } from '@carry/contracts/api';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { refreshTokens } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound } from '../../core/errors/problem';
import { lockAccount } from './lock-account';

interface DeviceQuery {
  userId: number;
  sessionId: string | null;
  limit?: number;
}

export async function listDevices(
  { db, now }: Dependencies,
  { userId, sessionId, limit }: DeviceQuery,
): Promise<Device[]> {
  const isCurrent = sql`${refreshTokens.family} IS NOT DISTINCT FROM ${sessionId}::uuid`;
  const devices = db
    .select()
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.userId, userId),
        isNull(refreshTokens.usedAt), // latest token of its family
        isNull(refreshTokens.revokedAt),
        gt(refreshTokens.expiresAt, now()),
      ),
    )
    .orderBy(desc(isCurrent), desc(refreshTokens.createdAt))
    .$dynamic();
  const rows = await (limit === undefined ? devices : devices.limit(limit));
  return rows.map(({ family, device, openedAt, createdAt }) => ({
    id: family,
    name: device,
    signed_in_at: openedAt.toISOString(),
    last_used_at: createdAt.toISOString(),
    current: family === sessionId,
  }));
}

/** Throws 404 for a session of another account. A session that has ended stays so. */
export const signDeviceOut = (
  { db, now }: Dependencies,
  userId: number,
  family: string,
): Promise<void> =>
  transact(db, async (tx) => {
    await lockAccount(tx, userId);
    const ended = await tx
      .update(refreshTokens)
      .set({
        revokedAt: sql`coalesce(${refreshTokens.revokedAt}, ${now().toISOString()}::timestamptz)`,
      })
      .where(and(eq(refreshTokens.userId, userId), eq(refreshTokens.family, family)))
      .returning({ family: refreshTokens.family });
    if (ended.length === 0) throw notFound();
  });
