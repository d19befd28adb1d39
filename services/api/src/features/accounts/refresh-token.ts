import { randomUUID } from 'node:crypto';
import { REUSE_LEEWAY_MS } from '@carry/contracts/limits';
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { sign } from 'server-kit/secrets';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { refreshTokens } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { log } from '../../core/process/log';
import { signAccess } from './access-token';
import { lockAccount } from './lock-account';
import { digest, newSecret } from './passwords';

const REFRESH_DAYS = 30;

const invalid = () => new Problem(401, 'Token is invalid or expired.');

const findOwner = (db: Database, token: string) =>
  db
    .select({ id: refreshTokens.userId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, digest(token)));

/** Call it in the transaction that locked the account and checked the proof, so that a revocation cannot miss the session. */
export async function openSession(
  deps: Dependencies,
  userId: number,
  device: string | null = null,
) {
  const refresh = newSecret();
  const family = randomUUID();
  const session = { family, userId, device, openedAt: deps.now() };
  await insert(deps.db, { token: refresh, ...session }, deps.now());
  return { access: await signAccess(deps, userId, family), refresh };
}

/** Rotates a refresh token. Reuse after the leeway revokes the whole family. */
export async function renewSession(
  deps: Dependencies,
  token: string,
  device: string | null = null,
) {
  const now = deps.now();
  const outcome = await transact(deps.db, async (tx) => {
    if (!(await lockAccount(tx, findOwner(tx, token)))) return null;
    const [row] = await tx
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.tokenHash, digest(token)))
      .for('update'); // a process of the version before locks the token only
    if (!row || row.revokedAt || row.expiresAt <= now) return null;
    const next = successor(deps, token);
    if (row.usedAt) {
      const successors = [next, successor(deps, token, deps.config.jwtSecretBefore)]; // the secret may have been rotated
      const children = await tx
        .select()
        .from(refreshTokens)
        .where(inArray(refreshTokens.tokenHash, successors.map(digest)));
      const [child] = children;
      const fresh =
        now.getTime() - row.usedAt.getTime() <= REUSE_LEEWAY_MS && child && !child.usedAt;
      if (fresh)
        return { row, refresh: successors.find((one) => digest(one) === child.tokenHash) ?? next };
      await tx
        .update(refreshTokens)
        .set({ revokedAt: now })
        .where(eq(refreshTokens.family, row.family));
      log.warn(
        { code: 'auth.refresh_token_reuse' },
        `refresh token reuse detected (user ${row.userId}); session revoked`,
      );
      return null;
    }
    await tx
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(eq(refreshTokens.tokenHash, row.tokenHash));
    await insert(tx, { ...row, token: next, device: device ?? row.device }, now);
    return { row, refresh: next };
  });
  if (!outcome) throw invalid();
  const { row, refresh } = outcome;
  return { access: await signAccess(deps, row.userId, row.family), refresh };
}

export const revokeSession = ({ db, now }: Dependencies, token: string): Promise<void> =>
  transact(db, async (tx) => {
    await lockAccount(tx, findOwner(tx, token));
    const family = tx
      .select({ family: refreshTokens.family })
      .from(refreshTokens)
      .where(eq(refreshTokens.tokenHash, digest(token)));
    await tx
      .update(refreshTokens)
      .set({ revokedAt: now() })
      .where(and(inArray(refreshTokens.family, family), isNull(refreshTokens.revokedAt)));
  });

export const endSessions = (tx: Database, userId: number, now: Date) =>
  endOtherSessions(tx, { userId, sessionId: null }, now);

/** Revokes an account's sessions except one. Call it in a transaction. */
export async function endOtherSessions(
  tx: Database,
  { userId, sessionId }: { userId: number; sessionId: string | null },
  now: Date,
): Promise<void> {
  await lockAccount(tx, userId);
  await tx
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(refreshTokens.userId, userId),
        isNull(refreshTokens.revokedAt),
        sessionId === null ? undefined : ne(refreshTokens.family, sessionId),
      ),
    );
}

/** Derives the next token from the last one, so a retry within the leeway gets the same token without storing it. */
const successor = ({ config }: Dependencies, token: string, secret = config.jwtSecret) =>
  sign(secret, `refresh ${token}`);

interface NewToken
  extends Pick<typeof refreshTokens.$inferSelect, 'family' | 'userId' | 'device' | 'openedAt'> {
  token: string;
}

function insert(
  db: Database,
  { token, family, userId, device, openedAt }: NewToken,
  createdAt: Date,
) {
  const expiresAt = new Date(createdAt.getTime() + REFRESH_DAYS * 24 * 3_600_000);
  return db
    .insert(refreshTokens)
    .values({ tokenHash: digest(token), family, userId, device, openedAt, createdAt, expiresAt });
}
