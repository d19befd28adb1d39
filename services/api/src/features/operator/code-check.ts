import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import { operators } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import { log } from '../../core/process/log';
import { attemptSecondFactor } from '../accounts/rate-limits';
import { acceptCode } from './second-factor';

export const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '');

/** Runs the check of a code with the rate limit. Throws 403 for a wrong or used one. */
export async function requireCode(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  check: () => Promise<boolean>,
): Promise<void> {
  const counted = await attemptSecondFactor(db, now(), userId);
  if (!(await check())) {
    log.warn(
      { code: 'auth.second_factor_rejected' },
      `second factor rejected (user ${userId}); the code was wrong or used`,
    );
    throw new Problem(403, "That code isn't right, or it was used before.");
  }
  await counted.forgive();
}

/** Requires another code for a change of operators: an open console may be a stranger's. Tokens need none. Throws 400 or 403. */
export async function requireOwnCode(
  deps: Dependencies,
  context: Context,
  code: string | undefined,
): Promise<void> {
  const userId = context.get('operatorId') as number | null;
  if (userId === null) return;
  if (!code) throw new Problem(400, 'Please enter a code from your authenticator app.');
  const [operator] = await deps.db.select().from(operators).where(eq(operators.userId, userId));
  await requireCode(deps, userId, async () =>
    operator ? acceptCode(deps, operator, withoutSpaces(code)) : false,
  );
}
