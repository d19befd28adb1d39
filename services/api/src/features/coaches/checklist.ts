import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { coachCalendars, coaches, payoutAccounts, weeklyHours } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { ownCoach, publicPage } from './coach-lookup';
import { offeredServices } from './profile';

type Coach = typeof coaches.$inferSelect;

const hasHours = async (db: Database, coachId: number) =>
  (await db.select().from(weeklyHours).where(eq(weeklyHours.coachId, coachId)).limit(1)).length > 0;

const hasPayouts = async (db: Database, coachId: number) =>
  (
    await db
      .select({ coachId: payoutAccounts.coachId })
      .from(payoutAccounts)
      .where(and(eq(payoutAccounts.coachId, coachId), eq(payoutAccounts.submitted, true)))
  ).length > 0;

async function calendarProblem(db: Database, coachId: number): Promise<string | null> {
  const [calendar] = await db
    .select({ problem: coachCalendars.problem })
    .from(coachCalendars)
    .where(eq(coachCalendars.coachId, coachId));
  return calendar?.problem ?? null;
}

async function showChecklist({ db, config }: Dependencies, coach: Coach) {
  const { id, name, portrait, imagePath, games } = coach;
  const steps = [
    { step: 'portrait' as const, done: portrait !== null || imagePath !== null },
    { step: 'name' as const, done: name.trim() !== '' && !name.includes('@') },
    { step: 'games' as const, done: games.length > 0 },
    { step: 'hours' as const, done: await hasHours(db, id) },
    { step: 'price' as const, done: (await offeredServices(db, id)).length > 0 },
  ];
  const payouts = config.stripe.connectSecret
    ? [{ step: 'payouts' as const, done: await hasPayouts(db, id) }]
    : [];
  return {
    steps: [...steps, ...payouts],
    hidden: coach.checklistHidden,
    public_page: publicPage(coach),
    calendar_problem: await calendarProblem(db, id),
  };
}

const getChecklist: Handler<'GET /api/coach/checklist/'> = async (deps, { userId }) =>
  showChecklist(deps, await ownCoach(deps.db, userId));

const setChecklist: Handler<'PATCH /api/coach/checklist/'> = async (
  deps,
  { userId, body: { hidden } },
) => {
  const { id } = await ownCoach(deps.db, userId);
  const [coach] = await deps.db
    .update(coaches)
    .set({ checklistHidden: hidden })
    .where(eq(coaches.id, id))
    .returning();
  if (!coach) throw new Error('the query returned no coach');
  return showChecklist(deps, coach);
};

export const checklistHandlers = {
  'GET /api/coach/checklist/': getChecklist,
  'PATCH /api/coach/checklist/': setChecklist,
} satisfies Partial<Handlers>;
