import type { ApplicationFilter } from '@carry/contracts/api';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { coachApplications } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { MAX_INTEGER } from '../../core/lists/page';
import { ConcurrencyLimiter } from '../../core/process/concurrency-limiter';
import { games } from '../games/games';
import { acceptedMail, declinedMail, gameAddedMail } from '../mail/application-messages';
import { queueMail } from '../mail/outbox';
import { addGame, createCoach, refuseSecondCoach } from '../operator/new-coach';
import { after, listOrderColumns, MAX_LISTED, type SortKey } from '../operator/search';
import { encodeProof } from '../uploads/encode';
import { removeFiles, saveFiles } from '../uploads/files';

/** Strangers send these pictures, so they get fewer places than coaches. */
const encoding = new ConcurrencyLimiter({
  atOnce: 1,
  maxWaiting: 4,
  refusal: 'Many pictures are being uploaded right now. Please try again in a minute.',
});

async function storeProof(deps: Dependencies, picture: string): Promise<string> {
  const bytes = Buffer.from(picture, 'base64');
  const { name, files } = await encoding.run(() => encodeProof(bytes));
  await saveFiles(deps, files);
  return name;
}

/** Stores an application. Resolves with the picture of the open one that it replaces. */
const replaceOpen = (db: Database, values: typeof coachApplications.$inferInsert) =>
  transact(db, async (tx) => {
    const { email, game } = values;
    const [before] = await tx
      .select({ picture: coachApplications.picture })
      .from(coachApplications)
      .where(
        and(
          eq(coachApplications.email, email),
          eq(coachApplications.game, game),
          isNull(coachApplications.decidedAt),
        ),
      )
      .for('update');
    await tx
      .insert(coachApplications)
      .values(values)
      .onConflictDoUpdate({
        target: [coachApplications.email, coachApplications.game],
        targetWhere: sql`decided_at IS NULL`,
        set: values,
      });
    return before?.picture ?? null;
  });

const apply: Handler<'POST /api/coach-applications/'> = async (deps, { body }) => {
  const { db, now, background } = deps;
  if (!games.has(body.game)) throw new Problem(400, 'Please choose a game from the list.');
  const { time_zone: timeZone, picture: sent, ...fields } = body;
  const picture = sent === undefined ? null : await storeProof(deps, sent);
  const remove = (file: string | null) =>
    file && background.later('removing a proof', () => removeFiles(deps, [file]));
  const values = { ...fields, timeZone, picture, createdAt: now() };
  const before = await replaceOpen(db, values).catch((error: unknown) => {
    remove(picture);
    throw error;
  });
  remove(before);
  return { detail: "Thanks! We'll look at it and email you." };
};

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
  return rows.map(({ timeZone, createdAt, decidedAt, coachId, picture, ...fields }) => ({
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
  }));
};

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

const accept: Handler<'POST /api/operator/applications/{id}/accept/'> = async (
  { db, config, now },
  { params: { id }, body },
) => {
  const coachId = await transact(db, async (tx) => {
    const { email, name, timeZone, about, game } = await lockOpen(tx, id, body.since);
    const to = { to: email, gameName: games.get(game) ?? game };
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

const decline: Handler<'POST /api/operator/applications/{id}/decline/'> = async (
  { db, config, now },
  { params: { id }, body },
) => {
  await transact(db, async (tx) => {
    const { email, game } = await lockOpen(tx, id, body.since);
    await decide(tx, id, { decidedAt: now() });
    const gameName = games.get(game) ?? game;
    const reason = body.reason ?? '';
    await queueMail(tx, declinedMail(config, { to: email, gameName, reason }), now());
  });
  return { detail: 'Declined' };
};

export const applicationHandlers = {
  'POST /api/coach-applications/': apply,
  'GET /api/operator/applications/': list,
  'GET /api/operator/applications/{id}/picture/': getPicture,
  'POST /api/operator/applications/{id}/accept/': accept,
  'POST /api/operator/applications/{id}/decline/': decline,
} satisfies Partial<Handlers>;
