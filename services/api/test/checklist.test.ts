import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  coachCalendars,
  coaches,
  payoutAccounts,
  services,
  specialDays,
  users,
  weeklyHours,
} from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';

interface Checklist {
  steps: { step: string; done: boolean }[];
  hidden: boolean;
  public_page: string;
  calendar_problem: string | null;
}

onEveryDatabaseAtNight('the checklist of a coach', (api) => {
  /** Creates a coach without portrait, hours, prices and links, whose name is the address. */
  async function newCoach(name: string) {
    const email = `${name}@coach.example.com`;
    const { db } = api();
    const [user] = await db.insert(users).values({ email, passwordHash: 'x' }).returning();
    const userId = user?.id ?? 0;
    const [coach] = await db
      .insert(coaches)
      .values({ userId, name: email, description: '', timeZone: 'UTC' })
      .returning();
    const id = coach?.id ?? 0;
    const token = await signAccess(api(), userId);
    const read = async (): Promise<Checklist> =>
      (await api().send('GET', '/api/coach/checklist/', undefined, token)).body;
    const done = async () =>
      (await read()).steps.filter(({ done }) => done).map(({ step }) => step);
    const setHidden = (hidden: boolean) =>
      api().send('PATCH', '/api/coach/checklist/', { hidden }, token);
    const edit = (change: Partial<typeof coaches.$inferInsert>) =>
      api().db.update(coaches).set(change).where(eq(coaches.id, id));
    return { id, read, done, setHidden, edit };
  }

  test('has every step open at first', async () => {
    const { id, read } = await newCoach('first-day');
    expect(await read()).toEqual({
      steps: ['portrait', 'name', 'games', 'hours', 'price', 'payouts'].map((step) => ({
        step,
        done: false,
      })),
      hidden: false,
      public_page: `/booking/${id}`,
      calendar_problem: null,
    });
  });

  test('finishes the portrait with an upload or an address', async () => {
    const uploaded = await newCoach('uploaded');
    await uploaded.edit({ portrait: 'portrait-640' });
    expect(await uploaded.done()).toEqual(['portrait']);
    const linked = await newCoach('linked');
    await linked.edit({ imagePath: '/media/coach-nova.svg' });
    expect(await linked.done()).toEqual(['portrait']);
  });

  test('finishes the name once it is no address', async () => {
    const { done, edit } = await newCoach('named');
    await edit({ name: ' ' });
    expect(await done()).toEqual([]);
    await edit({ name: 'Nova' });
    expect(await done()).toEqual(['name']);
  });

  test('finishes the hours with weekly ones only', async () => {
    const { id: coachId, done } = await newCoach('hours');
    const { db } = api();
    const windows = [{ startMinute: 600, endMinute: 720 }];
    await db.insert(specialDays).values({ coachId, day: '2030-01-01', windows });
    expect(await done()).toEqual([]);
    await db.insert(weeklyHours).values({ coachId, weekday: 1, startMinute: 600, endMinute: 720 });
    expect(await done()).toEqual(['hours']);
  });

  test('finishes the price with a service, until the last one is removed', async () => {
    const { id: coachId, done } = await newCoach('price');
    const { db } = api();
    const offer = { coachId, slug: 'duo', label: 'Duo', rateCents: 3000, isHourly: true };
    await db.insert(services).values({ ...offer, position: 0 });
    expect(await done()).toEqual(['price']);
    await db.update(services).set({ retiredAt: api().now() }).where(eq(services.coachId, coachId));
    expect(await done()).toEqual([]);
  });

  test('finishes the games with the first one', async () => {
    const { done, edit } = await newCoach('games');
    await edit({ games: ['lol'] });
    expect(await done()).toEqual(['games']);
  });

  test('finishes submitted payouts', async () => {
    const { id: coachId, done } = await newCoach('links');
    const account = { coachId, account: 'acct_checklist', updatedAt: api().now() };
    await api().db.insert(payoutAccounts).values(account);
    expect(await done()).toEqual([]);
    await api()
      .db.update(payoutAccounts)
      .set({ submitted: true })
      .where(eq(payoutAccounts.coachId, coachId));
    expect(await done()).toEqual(['payouts']);
  });

  test("has the problem of the coach's own calendar", async () => {
    const { id: coachId, read } = await newCoach('calendar');
    const calendar = { coachId, url: 'https://cal.example/a.ics', nextReadAt: api().now() };
    await api().db.insert(coachCalendars).values(calendar);
    expect((await read()).calendar_problem).toBeNull();
    const problem = 'This is not a calendar file.';
    await api()
      .db.update(coachCalendars)
      .set({ problem })
      .where(eq(coachCalendars.coachId, coachId));
    expect((await read()).calendar_problem).toBe(problem);
  });

  test('has no payouts without Stripe Connect', async () => {
    const { read } = await newCoach('without-connect');
    const { stripe } = api().config;
    const { connectSecret } = stripe;
    stripe.connectSecret = '';
    const { steps } = await read();
    stripe.connectSecret = connectSecret;
    expect(steps.map(({ step }) => step)).not.toContain('payouts');
  });

  test('stores per coach whether it is hidden', async () => {
    const one = await newCoach('hides');
    const other = await newCoach('keeps');
    const { status, body } = await one.setHidden(true);
    expect([status, body.hidden]).toEqual([200, true]);
    expect([(await one.read()).hidden, (await other.read()).hidden]).toEqual([true, false]);
    expect((await one.read()).steps).toHaveLength(6);
    await one.setHidden(false);
    expect((await one.read()).hidden).toBe(false);
  });
});
