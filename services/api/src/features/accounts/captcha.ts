import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Payload } from 'altcha-lib/types';
import { lt } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isUniqueViolation } from '../../core/db/errors';
import { usedCaptchas } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';

const LIFETIME_MS = 20 * 60_000;
/** Is signed like the number, but never before the machine's clock, which altcha compares it with and which may be wrong. */
const withoutClock = (expiresAt: number) =>
  ({ toJSON: () => expiresAt, valueOf: () => Number.POSITIVE_INFINITY }) as unknown as number;
const refused = () => new Problem(400, 'Human verification failed. Please try again.');

export async function newChallenge({ config: { captcha }, now }: Dependencies) {
  if (captcha.provider !== 'altcha') throw new Problem(404, 'Not found.');
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: captcha.cost,
    counter: randomInt(20, 60),
    deriveKey,
    expiresAt: Math.floor((now().getTime() + LIFETIME_MS) / 1000),
    hmacSignatureSecret: captcha.secret,
    hmacKeySignatureSecret: `${captcha.secret} key`,
  });
}

export async function requireHuman(deps: Dependencies, token: string): Promise<void> {
  const { captcha } = deps.config;
  if (captcha.provider === 'recaptcha') return requireRecaptcha(captcha, token);
  const payload = parse(token);
  if (!payload) throw refused();
  const { challenge, solution } = payload;
  const { expiresAt = 0 } = challenge.parameters;
  const checked = await verifySolution({
    challenge: {
      ...challenge,
      parameters: { ...challenge.parameters, expiresAt: withoutClock(expiresAt) },
    },
    solution,
    deriveKey,
    hmacSignatureSecret: captcha.secret,
    hmacKeySignatureSecret: `${captcha.secret} key`,
  }).catch(() => null);
  if (!checked?.verified || !challenge.signature) throw refused();
  const now = deps.now();
  if (expiresAt * 1000 <= now.getTime()) throw refused();
  try {
    await deps.db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, now));
    await deps.db
      .insert(usedCaptchas)
      .values({ signature: challenge.signature, expiresAt: new Date(now.getTime() + LIFETIME_MS) });
  } catch (error) {
    throw isUniqueViolation(error) ? refused() : error;
  }
}

function parse(token: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Payload;
    const parts = [payload.challenge?.parameters, payload.solution];
    return parts.every((part) => part && typeof part === 'object') ? payload : null;
  } catch {
    return null;
  }
}

async function requireRecaptcha(
  { secret, verifyUrl }: { secret: string; verifyUrl: string },
  token: string,
): Promise<void> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token }),
    signal: AbortSignal.timeout(5000),
  }).catch(() => null);
  if (!response?.ok)
    throw new Problem(503, "Human verification isn't available right now. Please try again.");
  const { success } = (await response.json()) as { success?: boolean };
  if (success !== true) throw refused();
}
