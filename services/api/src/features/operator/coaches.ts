import { and, arrayContains, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isUniqueViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { coaches, payoutAccounts, services, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { type Handler, type Handlers, Reply } from '../../core/http/handler';
import { changeAvailability, readAvailability } from '../coaches/availability';
import { changeProfile, readProfile } from '../coaches/profile';
import { games } from '../games/games';
import { newCoachMail, payoutsRetiredMail } from '../mail/operator-messages';
import { queueMail } from '../mail/outbox';
import { getEnding, payoutState, retireAccount } from '../payouts/accounts';
import { removeUnreferenced } from '../uploads/files';
import { createCoach, refuseSecondCoach } from './new-coach';
import { anyLike, belowId, MAX_LISTED, matching } from './search';

type Coach = typeof coaches.$inferSelect;

const isCoach = (db: Database, id: number) => {
  const accounts = db.select({ id: users.id }).from(users).where(isNull(users.deletedAt));
  return and(eq(coaches.id, id), inArray(coaches.userId, accounts));
};

async function find(db: Database, id: number): Promise<Coach> {
  const [coach] = await db.select().from(coaches).where(isCoach(db, id));
  if (!coach) throw notFound();
  return coach;
}

async function lock(tx: Database, id: number): Promise<Coach> {
  const [coach] = await tx.select().from(coaches).where(isCoach(tx, id)).for('update');
  if (!coach) throw notFound();
  return coach;
}

async function readEmail(db: Database, { userId }: Coach): Promise<string> {
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return owner?.email ?? '';
}

const getState = ({ config }: Dependencies, account: typeof payoutAccounts.$inferSelect | null) =>
  config.stripe.connectSecret ? payoutState(account) : ('off' as const);

async function describeCoach(deps: Dependencies, db: Database, coach: Coach) {
  const { id, slug, userId } = coach;
  const [row] = await db
    .select({ email: users.email, lockedAt: users.lockedAt, account: payoutAccounts })
    .from(users)
    .leftJoin(payoutAccounts, eq(payoutAccounts.coachId, id))
    .where(eq(users.id, userId));
  const account = row?.account ?? null;
  return {
    ...{ id, email: row?.email ?? '', slug, locked: row?.lockedAt != null },
    payouts: {
      state: getState(deps, account),
      failure: account?.failure ?? null,
      account: account && !account.retiredAt ? getEnding(account) : null,
    },
    ...(await readProfile(deps, db, coach)),
  };
}

function playsGame(text = ''): SQL | undefined {
  const word = text.toLowerCase();
  const game = [...games].find(([code, name]) => code === word || name.toLowerCase() === word);
  return game && arrayContains(coaches.games, [game[0]]);
}

const list: Handler<'GET /api/operator/coaches/'> = async (deps, { query: { q, below, game } }) => {
  const { db } = deps;
  const rows = await db
    .select({
      id: coaches.id,
      name: coaches.name,
      email: users.email,
      services: db.$count(
        services,
        and(eq(services.coachId, coaches.id), isNull(services.retiredAt)),
      ),
      lockedAt: users.lockedAt,
      account: payoutAccounts,
    })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .leftJoin(payoutAccounts, eq(payoutAccounts.coachId, coaches.id))
    .where(
      and(
        isNull(users.deletedAt),
        matching({
          ...{ q, noun: 'coach', id: coaches.id },
          match: (pattern) =>
            or(anyLike(pattern, [coaches.name, coaches.slug, users.email]), playsGame(q)),
        }),
        belowId(below, coaches.id),
        game === undefined ? undefined : arrayContains(coaches.games, [game]),
      ),
    )
    .orderBy(desc(coaches.id))
    .limit(MAX_LISTED);
  return rows.map(({ lockedAt, account, ...coach }) => ({
    ...coach,
    locked: lockedAt !== null,
    payouts: getState(deps, account),
  }));
};

const add: Handler<'POST /api/operator/coaches/'> = async ({ db, config, now }, { body }) => {
  const { email, name, time_zone: timeZone } = body;
  const coach = await transact(db, async (tx) => {
    const profile = { email, name, timeZone, description: '', games: [] };
    const { id, passwordLink } = await createCoach(tx, profile, now());
    await queueMail(tx, newCoachMail(config, { to: email, passwordLink }), now());
    return { id };
  }).catch(refuseSecondCoach);
  return new Reply(201, coach);
};

async function setSlug(tx: Database, id: number, slug: string): Promise<void> {
  await tx
    .update(coaches)
    .set({ slug })
    .where(eq(coaches.id, id))
    .catch((error: unknown) => {
      throw isUniqueViolation(error)
        ? new Problem(409, 'Another coach has or had this address. Please choose another one.')
        : error;
    });
}

const edit: Handler<'PATCH /api/operator/coaches/{id}/'> = async (
  deps,
  { params, body: { slug, ...change } },
) => {
  const { before, after, answer } = await transact(deps.db, async (tx) => {
    const before = await lock(tx, params.id);
    if (slug !== undefined) await setSlug(tx, before.id, slug);
    const after = await changeProfile({ ...deps, tx }, before, change);
    return { before, after, answer: await describeCoach(deps, tx, after) };
  });
  removeUnreferenced(deps, { before, after });
  return answer;
};

const retirePayouts: Handler<'POST /api/operator/coaches/{id}/retire-payouts/'> = async (
  { db, config, now },
  { params, body },
) =>
  transact(db, async (tx) => {
    const coach = await find(tx, params.id);
    if (!(await retireAccount(tx, coach.id, { seen: body.account, now: now() })))
      throw new Problem(409, 'This coach has no payout account.');
    await queueMail(tx, payoutsRetiredMail(config, await readEmail(tx, coach)), now());
    return { detail: 'Payout account disconnected. The coach can set up a new one.' };
  });

export const operatorCoachHandlers = {
  'GET /api/operator/coaches/': list,
  'POST /api/operator/coaches/': add,
  'GET /api/operator/coaches/{id}/': async (deps, { params }) =>
    describeCoach(deps, deps.db, await find(deps.db, params.id)),
  'PATCH /api/operator/coaches/{id}/': edit,
  'POST /api/operator/coaches/{id}/retire-payouts/': retirePayouts,
  'GET /api/operator/coaches/{id}/availability/': async ({ db, now }, { params }) =>
    readAvailability(db, await find(db, params.id), now()),
  'PATCH /api/operator/coaches/{id}/availability/': ({ db, now }, { params, body }) =>
    transact(db, async (tx) =>
      changeAvailability(tx, await lock(tx, params.id), { change: body, now: now() }),
    ),
} satisfies Partial<Handlers>;
