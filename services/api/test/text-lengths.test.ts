import { expect, test } from 'vitest';
import type { Database } from '../src/core/db/open';
import { bookings, chatAccounts, coaches, reviews, services, users } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';

const long = (length: number) => 'x'.repeat(length);

onEveryDatabaseAtNight('text length limits', (api) => {
  const accepts = (change: (tx: Database) => Promise<unknown>) =>
    api()
      .db.transaction(async (tx) => {
        await change(tx);
        throw new Error('accepted');
      })
      .catch((error: Error) => error.message === 'accepted');

  test('rejects texts over the limit in API and database', { tags: ['@fault-11.12'] }, async () => {
    const { access } = await api().asStudent();
    await api().send('POST', '/api/create-booking/', api().order(null), access);
    const [user] = await api().db.select().from(users).limit(1);
    const account = (username: string) => ({ userId: user?.id ?? 0, chatId: '1', username });
    const columns: [string, number, (text: string) => (tx: Database) => Promise<unknown>][] = [
      ['a coach’s name', 80, (name) => (tx) => tx.update(coaches).set({ name })],
      [
        'a coach’s description',
        10_000,
        (description) => (tx) => tx.update(coaches).set({ description }),
      ],
      ['an offer', 500, (specialOffer) => (tx) => tx.update(coaches).set({ specialOffer })],
      ['a service', 80, (label) => (tx) => tx.update(services).set({ label })],
      ['a display name', 80, (reviewerName) => (tx) => tx.update(reviews).set({ reviewerName })],
      ['a review', 4000, (comment) => (tx) => tx.update(reviews).set({ comment })],
      ['a contact', 200, (contactInfo) => (tx) => tx.update(bookings).set({ contactInfo })],
      ['details', 4000, (details) => (tx) => tx.update(bookings).set({ details })],
      ['notes', 20_000, (notes) => (tx) => tx.update(bookings).set({ notes })],
      ['a chat name', 80, (username) => (tx) => tx.insert(chatAccounts).values(account(username))],
    ];
    const answers = [];
    for (const [what, longest, change] of columns)
      answers.push([
        what,
        await accepts(change(long(longest))),
        await accepts(change(long(longest + 1))),
      ]);
    expect(answers).toEqual(columns.map(([what]) => [what, true, false]));
  });
});
