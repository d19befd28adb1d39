import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { sign } from 'server-kit/secrets';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { refreshTokens } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import { log } from '../../core/process/log';
import { signAccess } from './access-token';
import { digest, newSecret } from './passwords';

const REFRESH_DAYS = 30;
/** A token reused within this time gets the same successor (two tabs, or a lost response). Later reuse counts as theft. */
const REUSE_LEEWAY_MS = 10_000;

const invalid = () => new Problem(401, 'Token is invalid or expired.');

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
  const outcome = await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.tokenHash, digest(token)))
      .for('update');
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

export async function revokeSession({ db, now }: Dependencies, token: string): Promise<void> {
  const family = db
    .select({ family: refreshTokens.family })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, digest(token)));
  await db
    .update(refreshTokens)
    .set({ revokedAt: now() })
    .where(and(inArray(refreshTokens.family, family), isNull(refreshTokens.revokedAt)));
}

export const endSessions = (db: Database, userId: number, now: Date) =>
  endOtherSessions(db, { userId, sessionId: null }, now);

export const endOtherSessions = (
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: string | null },
  now: Date,
) =>
  db
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(refreshTokens.userId, userId),
        isNull(refreshTokens.revokedAt),
        sessionId === null ? undefined : ne(refreshTokens.family, sessionId),
      ),
    );

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
