import { eq } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { coaches, coachListings } from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import { refreshListings } from '../src/features/directory/refresh';
import { onEveryDatabaseAtNight } from './harness';
import { rejectRows } from './reject-rows';

onEveryDatabaseAtNight('failures in the coach directory', (api) => {
  beforeAll(() => refreshListings(api()));

  async function names(query: string): Promise<string[]> {
    await refreshListings(api());
    const { body } = await api().send('GET', `/api/coaches/?${query}`);
    return body.coaches.map(({ name }: { name: string }) => name);
  }

  async function addCoach(name: string, change: Partial<typeof coaches.$inferInsert>) {
    const coach = await api().newCoach(name);
    await api().db.update(coaches).set(change).where(eq(coaches.id, coach.coachId));
    return coach;
  }

  function spyOnErrors() {
    const errors = vi.spyOn(log, 'error').mockImplementation(() => {});
    onTestFinished(() => errors.mockRestore());
    return errors;
  }

  test('lists the others when one listing cannot be computed', async () => {
    const { db } = api();
    const errors = spyOnErrors();
    const broken = await addCoach('broken', { languages: ['sv'], timeZone: 'Mars/Olympus' });
    await addCoach('sound', { languages: ['sv'] });
    expect(await names('language=sv')).toEqual(['sound']);
    expect(errors.mock.calls).toEqual([
      [
        { code: 'directory.listing_failed' },
        expect.stringContaining(
          `failed to compute the directory listing of coach ${broken.coachId};`,
        ),
      ],
    ]);
    await refreshListings(api());
    expect(errors).toHaveBeenCalledTimes(1); // the next try comes later
    await db.update(coaches).set({ timeZone: 'UTC' }).where(eq(coaches.id, broken.coachId));
    expect(await names('language=sv')).toHaveLength(2);
  });

  test('lists coaches and invites to the others when an invitation fails', async () => {
    const { db, send, mailsTo } = api();
    const errors = spyOnErrors();
    for (const game of ['fortnite', 'dota2'])
      await send('POST', '/api/waitlist/', { game, email: `${game}@failing.example` });
    const accept = await rejectRows(api(), 'outbox', "row.recipient = 'fortnite@failing.example'");
    const failing = await addCoach('failing', { languages: ['sw'], games: ['fortnite'] });
    await addCoach('inviting', { languages: ['sw'], games: ['dota2'] });
    expect(await names('language=sw')).toHaveLength(2);
    expect(await mailsTo('dota2@failing.example')).toHaveLength(1);
    expect(errors.mock.calls.map(([code]) => code)).toEqual([
      { code: 'directory.invitation_failed' },
    ]);
    await accept();
    await db
      .update(coachListings)
      .set({ recheckAt: api().now() })
      .where(eq(coachListings.coachId, failing.coachId));
    await refreshListings(api());
    expect(await mailsTo('fortnite@failing.example')).toHaveLength(1);
  });
});
