import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { operatorSessions, operators, users } from '../src/core/db/schema';
import { openSession } from '../src/features/accounts/refresh-token';
import { encryptSecret, newTotpSecret } from '../src/features/operator/second-factor';
import type { Harness } from './harness';

/** Returns the code of an authenticator app at the API's time; `step` picks a neighboring one. */
export const createCode = (api: Harness, secret: string, step = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.now().getTime() + step * 30_000,
  });

/** Creates a signed-in account with the role; `open` gives it an operator session. */
export async function newOperator(api: Harness, name: string, open: boolean) {
  const email = `${name}-${randomUUID()}@operators.example.com`; // unique in a second try
  const [user] = await api.db
    .insert(users)
    .values({ email, passwordHash: 'x', verifiedAt: api.now() })
    .returning();
  const userId = user?.id ?? 0;
  await api.db.insert(operators).values({ userId, addedAt: api.now() });
  const { access, refresh } = await openSession(api, userId);
  if (open) {
    const expiresAt = new Date(api.now().getTime() + 3_600_000);
    await api.db
      .insert(operatorSessions)
      .values({ family: decodeFamily(access), userId, expiresAt });
  }
  return { userId, email, token: access, refresh };
}

/** Gives an operator another secret. Returns an unused code of its app. */
export async function freshCode(api: Harness, userId: number): Promise<string> {
  const secret = newTotpSecret();
  await api.db
    .update(operators)
    .set({ secret: await encryptSecret(api.config, secret), lastStep: 0 })
    .where(eq(operators.userId, userId));
  return createCode(api, secret);
}

const decodeFamily = (access: string): string =>
  (JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string })
    .sid;
