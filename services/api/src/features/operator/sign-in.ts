import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { operators, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem, unauthorized } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import type { Caller } from '../accounts/access-token';
import { recoveryCodesMail, recoveryCodeUsedMail } from '../mail/account-messages';
import { queueMail } from '../mail/outbox';
import { requireCode, withoutSpaces } from './code-check';
import { mailOperators } from './operator-mails';
import {
  acceptCode,
  countRecoveryCodes,
  createRecoveryCodes,
  encryptSecret,
  newTotpSecret,
  totpUrl,
  useRecoveryCode,
} from './second-factor';
import { endSession, findSession, recordOwn, requireOperator, startSession } from './session';

const NOT_SET_UP = 'Set up your second factor first.';

async function readState(deps: Dependencies, { userId, sessionId }: Caller) {
  const { confirmedAt } = await requireOperator(deps.db, userId);
  const until = await findSession(deps, userId, sessionId);
  return {
    enrolled: confirmedAt !== null,
    until: until?.toISOString() ?? null,
    recovery_codes: await countRecoveryCodes(deps.db, userId),
  };
}

const isTotp = (code: string) => /^\d{6}$/.test(code);

const spendRecoveryCode = ({ db, config, now }: Dependencies, userId: number, code: string) =>
  transact(db, async (tx) => {
    if (!(await useRecoveryCode(tx, userId, code))) return false;
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    const left = await countRecoveryCodes(tx, userId);
    if (user) await queueMail(tx, recoveryCodeUsedMail(config, user.email, left), now());
    return true;
  });

/** Locks an operator. Throws 403 if the second factor was reset since `confirmedAt`, which ends the operator's sessions. */
async function requireEnrolment(tx: Database, userId: number, confirmedAt: Date | null) {
  const [operator] = await tx
    .select({ confirmedAt: operators.confirmedAt })
    .from(operators)
    .where(eq(operators.userId, userId))
    .for('update');
  if (!operator?.confirmedAt || operator.confirmedAt.getTime() !== confirmedAt?.getTime())
    throw new Problem(403, NOT_SET_UP);
}

const open: Handler<'POST /api/operator/session/'> = async (deps, request) => {
  const { userId, sessionId, body } = request;
  const operator = await requireOperator(deps.db, userId);
  if (operator.confirmedAt === null) throw new Problem(403, NOT_SET_UP);
  const code = withoutSpaces(body.code);
  await requireCode(deps, userId, () =>
    isTotp(code) ? acceptCode(deps, operator, code) : spendRecoveryCode(deps, userId, code),
  );
  await transact(deps.db, async (tx) => {
    await requireEnrolment(tx, userId, operator.confirmedAt);
    await startSession(tx, { userId, family: sessionId, action: 'open console' }, deps.now());
  });
  return readState(deps, request);
};

/** A repeated set-up replaces the secret until it is confirmed. */
const begin: Handler<'POST /api/operator/second-factor/'> = async ({ db, config }, { userId }) => {
  await requireOperator(db, userId);
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) throw unauthorized();
  const secret = newTotpSecret();
  const stored = await db
    .update(operators)
    .set({ secret: await encryptSecret(config, secret), lastStep: 0 })
    .where(and(eq(operators.userId, userId), isNull(operators.confirmedAt)))
    .returning({ id: operators.userId });
  if (stored.length === 0)
    throw new Problem(409, 'You already have a second factor. Enter a code from its app.');
  return { secret, url: totpUrl(config.siteName, user.email, secret) };
};

const confirm: Handler<'POST /api/operator/second-factor/confirm/'> = async (deps, request) => {
  const { userId, sessionId, body } = request;
  const operator = await requireOperator(deps.db, userId);
  if (operator.confirmedAt !== null)
    throw new Problem(409, 'You already have a second factor. Enter a code from its app.');
  const code = withoutSpaces(body.code);
  await requireCode(deps, userId, () => acceptCode(deps, operator, code));
  const codes = await transact(deps.db, async (tx) => {
    const confirmed = await tx
      .update(operators)
      .set({ confirmedAt: deps.now() })
      .where(
        and(
          eq(operators.userId, userId),
          isNull(operators.confirmedAt),
          gt(operators.lastStep, 0), // no concurrent reset, which removes the secret
        ),
      )
      .returning({ id: operators.userId });
    if (confirmed.length === 0)
      throw new Problem(409, 'You already have a second factor. Enter a code from its app.');
    const action = 'set up second factor';
    await startSession(tx, { userId, family: sessionId, action }, deps.now());
    await mailOperators(tx, deps, { userId, change: 'enrolled' });
    return createRecoveryCodes(tx, userId);
  });
  return { ...(await readState(deps, request)), codes };
};

/** Needs a code of the app: a recovery code, perhaps a stolen one, must not make new ones. */
const renewRecoveryCodes: Handler<'POST /api/operator/second-factor/recovery-codes/'> = async (
  deps,
  request,
) => {
  const { db, config, now } = deps;
  const { userId, body } = request;
  const operator = await requireOperator(db, userId);
  if (operator.confirmedAt === null) throw new Problem(403, NOT_SET_UP);
  await requireCode(deps, userId, () => acceptCode(deps, operator, withoutSpaces(body.code)));
  const codes = await transact(db, async (tx) => {
    const [locked] = await tx
      .select({ email: users.email })
      .from(operators)
      .innerJoin(users, eq(users.id, operators.userId))
      .where(and(eq(operators.userId, userId), isNotNull(operators.confirmedAt))) // no concurrent reset
      .for('update', { of: operators });
    if (!locked) throw new Problem(403, NOT_SET_UP);
    await recordOwn(tx, { userId, action: 'renew recovery codes' }, now());
    await queueMail(tx, recoveryCodesMail(config, locked.email), now());
    return createRecoveryCodes(tx, userId);
  });
  return { ...(await readState(deps, request)), codes };
};

export const operatorSignInHandlers = {
  'GET /api/operator/session/': readState,
  'POST /api/operator/session/': open,
  'POST /api/operator/session/end/': async (deps, request) => {
    await requireOperator(deps.db, request.userId);
    await endSession(deps.db, request.sessionId);
    return readState(deps, request);
  },
  'POST /api/operator/second-factor/': begin,
  'POST /api/operator/second-factor/confirm/': confirm,
  'POST /api/operator/second-factor/recovery-codes/': renewRecoveryCodes,
} satisfies Partial<Handlers>;
