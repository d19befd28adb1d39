import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coaches } from '../src/core/db/schema';
import { exportCoach } from '../src/features/account-settings/export-coach';
import { refreshListings } from '../src/features/directory/refresh';
import { onEveryDatabase } from './harness';

onEveryDatabase('slugs of coaches', (api) => {
  const act = (method: 'PATCH' | 'POST', path: string, body: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);
  const rename = async (id: number, slug: string) =>
    (await act('PATCH', `coaches/${id}/`, { slug })).status;
  const find = async (slug: string) =>
    (await api().send('GET', `/api/coaches/?slug=${slug}`)).body.coaches.map(
      ({ id }: { id: number }) => id,
    );

  test('stay with their coach after a change', async () => {
    const [one, other] = [await api().newCoach('renamed'), await api().newCoach('follower')];
    await refreshListings(api());
    for (const slug of ['kim-one', 'kim-two', 'kim-one', 'kim-three'])
      expect([slug, await rename(one.coachId, slug)]).toEqual([slug, 200]);
    for (const slug of ['kim-one', 'kim-two', 'kim-three']) {
      expect([slug, await rename(other.coachId, slug)]).toEqual([slug, 409]);
      expect([slug, await find(slug)]).toEqual([slug, [one.coachId]]);
    }
    expect(await exportCoach(api(), one.userId)).toMatchObject({
      slug: 'kim-three',
      former_slugs: ['kim-one', 'kim-two'],
    });
  });

  test('avoid those that other coaches had', async () => {
    const { coachId } = await api().newCoach('early');
    await rename(coachId, 'ada-kim');
    await rename(coachId, 'ada');
    const named = { email: 'ada@coach.example.com', name: 'Ada Kim', time_zone: 'UTC' };
    const { id } = (await act('POST', 'coaches/', named)).body;
    const [coach] = await api().db.select().from(coaches).where(eq(coaches.id, id));
    expect(coach?.slug).toBe(`ada-kim-${id}`);
  });

  test('are free again once the account is deleted', async () => {
    const [gone, other] = [await api().newCoach('gone'), await api().newCoach('heir')];
    await refreshListings(api());
    await rename(gone.coachId, 'first-name');
    await rename(gone.coachId, 'second-name');
    expect((await act('POST', `members/${gone.userId}/delete/`, {})).status).toBe(200);
    expect(await find('first-name')).toEqual([]);
    expect(await rename(other.coachId, 'first-name')).toBe(200);
  });

  test('go to one of two coaches who want them at once', async () => {
    const all = await Promise.all([1, 2, 3].map((index) => api().newCoach(`race-${index}`)));
    const statuses = await Promise.all(all.map(({ coachId }) => rename(coachId, 'wanted')));
    expect(statuses.sort()).toEqual([200, 409, 409]);
  });
});
