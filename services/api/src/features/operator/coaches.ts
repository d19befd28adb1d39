import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isUniqueViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { coaches, mailTokens, services, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { type Handler, type Handlers, Reply } from '../../core/http/handler';
import { hashPassword } from '../accounts/passwords';
import { newSecret } from '../accounts/secrets';
import { availabilityOf, changeAvailability } from '../coaches/availability';
import { changeProfile, profileOf } from '../coaches/profile';
import { newCoachMail } from '../mail/operator-messages';
import { queueMail } from '../mail/outbox';

type Coach = typeof coaches.$inferSelect;

async function find(db: Database, id: number): Promise<Coach> {
  const [coach] = await db.select().from(coaches).where(eq(coaches.id, id));
  if (!coach) throw notFound();
  return coach;
}

async function lock(tx: Database, id: number): Promise<Coach> {
  const [coach] = await tx.select().from(coaches).where(eq(coaches.id, id)).for('update');
  if (!coach) throw notFound();
  return coach;
}

async function shown(deps: Dependencies, db: Database, coach: Coach) {
  const [owner] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, coach.userId));
  return { id: coach.id, email: owner?.email ?? '', ...(await profileOf(deps, db, coach)) };
}

const list: Handler<'GET /api/operator/coaches/'> = async ({ db }) =>
  db
    .select({
      id: coaches.id,
      name: coaches.name,
      email: users.email,
      services: count(services.id),
    })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .leftJoin(services, and(eq(services.coachId, coaches.id), isNull(services.retiredAt)))
    .groupBy(coaches.id, users.id)
    .orderBy(asc(coaches.id));

/** Invalidates password and links of an unverified account, which a stranger may have registered. */
async function disown(tx: Database, id: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
  await tx.delete(mailTokens).where(eq(mailTokens.userId, id));
}

/** A new account gets a random password; the mail leads to setting one, which proves the address. */
const add: Handler<'POST /api/operator/coaches/'> = async ({ db, config, now }, { body }) => {
  const { email, name, time_zone: timeZone } = body;
  const unknown = await hashPassword(newSecret());
  const create = () =>
    transact(db, async (tx) => {
      const [known] = await tx
        .select({ id: users.id, verifiedAt: users.verifiedAt })
        .from(users)
        .where(eq(sql`lower(${users.email})`, email));
      const isProved = known?.verifiedAt != null;
      if (known && !isProved) await disown(tx, known.id, unknown);
      const [user = known] = known
        ? []
        : await tx.insert(users).values({ email, passwordHash: unknown }).returning();
      const [coach] = await tx
        .insert(coaches)
        .values({ userId: user?.id ?? 0, name, timeZone, description: '' })
        .returning({ id: coaches.id });
      if (!coach) throw new Error('the query returned no coach');
      await queueMail(tx, newCoachMail(config, email, isProved), now());
      return coach;
    });
  return new Reply(
    201,
    await create().catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Problem(409, 'This member is a coach already.') : error;
    }),
  );
};

export const operatorCoachHandlers = {
  'GET /api/operator/coaches/': list,
  'POST /api/operator/coaches/': add,
  'GET /api/operator/coaches/{id}/': async (deps, { params }) =>
    shown(deps, deps.db, await find(deps.db, params.id)),
  'PATCH /api/operator/coaches/{id}/': (deps, { params, body }) =>
    transact(deps.db, async (tx) =>
      shown(deps, tx, await changeProfile(deps, tx, await lock(tx, params.id), body)),
    ),
  'GET /api/operator/coaches/{id}/availability/': async ({ db, now }, { params }) =>
    availabilityOf(db, await find(db, params.id), now()),
  'PATCH /api/operator/coaches/{id}/availability/': ({ db, now }, { params, body }) =>
    transact(db, async (tx) => changeAvailability(tx, await lock(tx, params.id), body, now())),
} satisfies Partial<Handlers>;
