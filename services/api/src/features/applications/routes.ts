import type { ApplicationFilter } from '@carry/contracts/api';
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { coachApplications, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { MAX_INTEGER } from '../../core/lists/page';
import { games } from '../games/games';
import { acceptedMail, declinedMail, gameAddedMail } from '../mail/application-messages';
import { queueMail } from '../mail/outbox';
import { addGame, createCoach, refuseSecondCoach } from '../operator/new-coach';
import { after, listOrderColumns, MAX_LISTED, type SortKey } from '../operator/search';
import { apply, isOpenBeside } from './apply';

const getPicture: Handler<'GET /api/operator/applications/{id}/picture/'> = async (
  { db, pictures },
  { params, context },
) => {
  const [row] = await db
    .select({ picture: coachApplications.picture })
    .from(coachApplications)
    .where(eq(coachApplications.id, params.id));
  const content = row?.picture && (await pictures.read(row.picture));
  if (!content) throw notFound();
  return context.body(content, 200, {
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
  });
};

const isDecided = isNotNull(coachApplications.decidedAt);
const isOpen = isNull(coachApplications.decidedAt);

const key: SortKey = [
  [isDecided, sql`false`],
  [sql`-${coachApplications.id}`, sql`${-MAX_INTEGER}::integer`],
];

const isIn = (state: ApplicationFilter | undefined) =>
  state && (state === 'open' ? isOpen : isDecided);

const list: Handler<'GET /api/operator/applications/'> = async (
  { db },
  { query: { state, below } },
) => {
  const last = below === undefined ? below : and(eq(coachApplications.id, below), isIn(state));
  const rows = await db
    .select()
    .from(coachApplications)
    .where(and(isIn(state), last && after({ key, list: coachApplications, last })))
    .orderBy(...listOrderColumns(key))
    .limit(MAX_LISTED);
  return rows.map(
    ({ timeZone, createdAt, decidedAt, coachId, picture, contentHash, ...fields }) => ({
      ...fields,
      picture: picture && `/api/operator/applications/${fields.id}/picture/`,
      game_name: games.get(fields.game) ?? fields.game,
      time_zone: timeZone,
      since: createdAt.toISOString(),
      state:
        decidedAt === null
          ? ('open' as const)
          : coachId
            ? ('accepted' as const)
            : ('declined' as const),
      decided_at: decidedAt?.toISOString() ?? null,
      coach_id: coachId,
    }),
  );
};

type Application = typeof coachApplications.$inferSelect;

/** Locks an open application. Throws 404, or 409 if it is decided or newer than the version of `since`. */
async function lockOpen(tx: Database, id: number, since: string | undefined) {
  const [application] = await tx
    .select()
    .from(coachApplications)
    .where(eq(coachApplications.id, id))
    .for('update');
  if (!application) throw notFound();
  if (application.decidedAt) throw new Problem(409, 'This application has already been decided.');
  if (since !== undefined && since !== application.createdAt.toISOString())
    throw new Problem(409, 'This application has changed. Please reload the page.');
  return application;
}

const decide = (tx: Database, id: number, decision: { decidedAt: Date; coachId?: number }) =>
  tx
    .update(coachApplications)
    .set(decision)
    .where(and(eq(coachApplications.id, id), isNull(coachApplications.decidedAt)));

/** Throws 409 if the address belongs to a member: anyone can type it in. */
async function assertNoMember(tx: Database, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNotNull(users.verifiedAt)))
    .for('update');
  if (member)
    throw new Problem(
      409,
      "This address belongs to a member who wasn't logged in. Decline it and ask them to log in and apply again.",
    );
}

const isBeside = (application: Application) =>
  and(isOpenBeside(application), ne(coachApplications.id, application.id));

const accept: Handler<'POST /api/operator/applications/{id}/accept/'> = async (
  { db, config, now },
  { params: { id }, body },
) => {
  const coachId = await transact(db, async (tx) => {
    const application = await lockOpen(tx, id, body.since);
    const { email, name, timeZone, about, game, confirmed } = application;
    if (!confirmed) await assertNoMember(tx, email);
    const to = { to: email, gameName: games.get(game) ?? game };
    await tx.update(coachApplications).set({ decidedAt: now() }).where(isBeside(application));
    const existing = await addGame(tx, email, game);
    if (existing !== null) {
      await decide(tx, id, { decidedAt: now(), coachId: existing });
      await queueMail(tx, gameAddedMail(config, to), now());
      return existing;
    }
    const coach = await createCoach(
      tx,
      { email, name, timeZone, description: about, games: [game] },
      now(),
    );
    await decide(tx, id, { decidedAt: now(), coachId: coach.id });
    await queueMail(tx, acceptedMail(config, { ...to, passwordLink: coach.passwordLink }), now());
    return coach.id;
  }).catch(refuseSecondCoach);
  return { coach_id: coachId };
};

/** Mails the reason. An unconfirmed application gets no mail while another one, perhaps the owner's, is open. */
const decline: Handler<'POST /api/operator/applications/{id}/decline/'> = async (
  { db, config, now },
  { params: { id }, body },
) => {
  const isMailed = await transact(db, async (tx) => {
    const application = await lockOpen(tx, id, body.since);
    const { email, game, confirmed } = application;
    await decide(tx, id, { decidedAt: now() });
    const others = await tx
      .select({ id: coachApplications.id })
      .from(coachApplications)
      .where(isBeside(application))
      .for('update'); // another operator may be deciding it
    if (!confirmed && others.length > 0) return false;
    const gameName = games.get(game) ?? game;
    const reason = body.reason ?? '';
    await queueMail(tx, declinedMail(config, { to: email, gameName, reason }), now());
    return true;
  });
  return {
    detail: isMailed
      ? 'Declined'
      : 'Declined without an email: another application with this address is open.',
  };
};

export const applicationHandlers = {
  'POST /api/coach-applications/': apply,
  'GET /api/operator/applications/': list,
  'GET /api/operator/applications/{id}/picture/': getPicture,
  'POST /api/operator/applications/{id}/accept/': accept,
  'POST /api/operator/applications/{id}/decline/': decline,
} satisfies Partial<Handlers>;
