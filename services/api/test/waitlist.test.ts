import { desc, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import {
  coaches,
  operatorAudit,
  outbox,
  paymentEvents,
  services,
  waitlist,
  weeklyHours,
} from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { refreshListings } from '../src/features/directory/refresh';
import { inviteWaiting } from '../src/features/waitlist/invite';
import { onEveryDatabase } from './harness';
import { rejectRows } from './reject-rows';

const DAY_MS = 86_400_000;

onEveryDatabase('waiting list', (api) => {
  let number = 0;
  const setUp = async () => {
    number++;
    const email = `waits@wait-${number}.example`;
    const { coachId, userId } = await api().newCoach(`waitlist-${number}`);
    const games = ['cs2', 'dota2'];
    await api().db.update(coaches).set({ games }).where(eq(coaches.id, coachId));
    const token = await signAccess(api(), userId);
    const { operatorToken } = api().config;
    const invite = (game: string) =>
      api().send('POST', `/api/operator/coaches/${coachId}/invitations/`, { game }, operatorToken);
    const mails = async () => (await api().mailsTo(email)).map(({ subject }) => subject);
    return {
      coachId,
      email,
      join: (game = 'cs2') => api().send('POST', '/api/waitlist/', { game, email }),
      answer: invite,
      invite: async (game = 'cs2') => (await invite(game)).body.invited as number,
      rejected: async (game = 'cs2') => (await invite(game)).body.detail as string,
      mails,
      unsubscribe: async () => {
        const invitation = (await api().mailsTo(email)).find(({ unsubscribe }) => unsubscribe);
        const { pathname, search } = new URL(invitation?.unsubscribe ?? '');
        return api().send('POST', pathname + search);
      },
      shown: async () =>
        (await api().send('GET', '/api/waitlist/entries/', undefined, token)).body.filter(
          ({ address }: { address: string }) => address === email.replace('waits', 'w…'),
        ),
      rows: () => api().db.select().from(waitlist).where(eq(waitlist.email, email)),
    };
  };
  const afterDays = async (days: number, run: () => Promise<unknown>) => {
    api().clock.offset += days * DAY_MS;
    await run();
    api().clock.offset -= days * DAY_MS;
  };

  test('invites an address again that joined again', async () => {
    const { join, invite, mails } = await setUp();
    await join();
    expect(await invite()).toBe(1);
    expect(await invite()).toBe(0);
    expect((await join()).body).toEqual({ detail: "We'll email you." });
    expect(await invite()).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  test('rejects an invitation to a coach without a free time', async () => {
    const { coachId, join, invite, mails, rejected } = await setUp();
    await join();
    await api().db.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId));
    expect(await rejected()).toBe('This coach has no free time in the next days.');
    expect(await mails()).toEqual([]);
    await api().db.update(services).set({ isHourly: false }).where(eq(services.coachId, coachId));
    expect(await invite()).toBe(1);
  });

  test('invites many to a new coach in several transactions', async () => {
    const { coachId } = await setUp();
    const { db } = api();
    const addresses = Array.from({ length: 2300 }, (_, index) => `${index}@new.example`);
    await db.insert(waitlist).values(addresses.map((email) => ({ game: 'fortnite', email })));
    await db
      .update(coaches)
      .set({ games: ['fortnite'] })
      .where(eq(coaches.id, coachId));
    let transactions = 0;
    const counting = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction') transactions++;
        return Reflect.get(target, name);
      },
    });
    await refreshListings({ ...api(), db: counting });
    expect(transactions).toBeGreaterThanOrEqual(3);
    const mails = await db.select().from(outbox).where(like(outbox.recipient, '%@new.example'));
    expect(mails).toHaveLength(2300);
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(2300);
  });

  test('queues many invitations in few statements, after other mails', async () => {
    const { coachId, answer } = await setUp();
    const { db, config, now } = api();
    await db
      .update(coaches)
      .set({ games: ['lol'] })
      .where(eq(coaches.id, coachId));
    await refreshListings(api());
    const addresses = Array.from({ length: 2500 }, (_, index) => `${index}@many.example`);
    await db.insert(waitlist).values(addresses.map((email) => ({ game: 'lol', email })));
    let inserts = 0;
    const counting = new Proxy(db, {
      get(target, name) {
        if (name === 'insert') inserts++;
        return Reflect.get(target, name);
      },
    });
    const invitation = {
      coach: { id: coachId, name: 'Rook' },
      game: 'lol',
      gameName: 'League of Legends',
    };
    const isMany = like(outbox.recipient, '%@many.example');
    expect(await inviteWaiting(counting, invitation, { config, now: now() })).toBe(1000);
    expect([inserts, await db.$count(outbox, isMany)]).toEqual([1, 1000]);
    const first = await answer('lol'); // the last 500 by the directory job
    expect(first.body).toEqual({ invited: 1000, more: true });
    expect(await db.$count(outbox, isMany)).toBe(2000);
    await refreshListings(api());
    const mails = await db.select().from(outbox).where(isMany);
    expect(mails).toHaveLength(2500);
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(2500);
    expect(mails.every(({ priority }) => priority === 2)).toBe(true);
  });

  test('shows coaches those who wait', async () => {
    const { join, invite, shown, unsubscribe } = await setUp();
    await join();
    await join('dota2');
    expect(await shown()).toHaveLength(2);
    await invite();
    expect((await shown()).map(({ game }: { game: string }) => game)).toEqual(['dota2']);
    await join();
    expect(await shown()).toHaveLength(2);
    await unsubscribe();
    expect(await shown()).toEqual([]);
  });

  test('asks an unsubscribed address before it waits for another game', async () => {
    const { join, invite, mails, unsubscribe } = await setUp();
    await join();
    await invite();
    expect((await unsubscribe()).status).toBe(200);
    await join('dota2');
    expect(await invite('dota2')).toBe(0);
    expect(await mails()).toEqual(['Hear about coaches at Carry again?']);
  });

  test('asks an unsubscribed address once a week for each game', async () => {
    const { join, invite, mails, unsubscribe } = await setUp();
    await join();
    await invite();
    await unsubscribe();
    for (const game of ['dota2', 'dota2', 'cs2', 'cs2']) await join(game);
    expect((await mails()).filter((subject) => subject.startsWith('Hear about'))).toHaveLength(2);
  });

  test('forgets an address that asked for it', async () => {
    const { email, join, invite, unsubscribe, rows } = await setUp();
    const remove = () =>
      api().send(
        ...(['POST', '/api/operator/waitlist/remove/'] as const),
        ...([{ email: email.toUpperCase() }, api().config.operatorToken] as const),
      );
    await join();
    await invite();
    await unsubscribe();
    await join('dota2');
    expect(await rows()).toHaveLength(2);
    expect((await remove()).status).toBe(200);
    expect(await rows()).toEqual([]);
    const detail = "This address isn't on a waiting list.";
    expect(await remove()).toMatchObject({ status: 404, body: { detail } });
    const [entry] = await api().db.select().from(operatorAudit).orderBy(desc(operatorAudit.id));
    expect(entry).toMatchObject({ action: 'remove from waiting list', reason: null });
  });

  test('asks for a button on the pages of its links', async () => {
    const { email, join, invite, unsubscribe } = await setUp();
    await join();
    await invite();
    const [invitation] = await api().mailsTo(email);
    const page = (await api().send('GET', new URL(invitation?.unsubscribe ?? '').pathname)).body;
    expect(page).toContain('Press the button to stop our emails about coaches.');
    await unsubscribe();
    await join();
    const [again] = await api().mailsTo(email);
    const link = /\S+\/waitlist\/again\/\S+/.exec(again?.body ?? '')?.[0] ?? '';
    const joinPage = (await api().send('GET', new URL(link).pathname)).body;
    expect(joinPage).toContain("Press the button, and we'll email you when there's a coach for");
  });

  test('deletes invited entries after 30 days', async () => {
    const { join, invite, rows } = await setUp();
    await join();
    await join('dota2');
    await invite();
    await afterDays(29, () => deleteExpired(api()));
    expect(await rows()).toHaveLength(2);
    await afterDays(31, () => deleteExpired(api()));
    expect((await rows()).map(({ game }) => game)).toEqual(['dota2']);
  });

  test('deletes invited entries if other data cannot be deleted', async () => {
    const { join, invite, rows } = await setUp();
    await join();
    await invite();
    const event = { id: 'stuck', type: 'refund.failed', receivedAt: new Date(0) };
    await api().db.insert(paymentEvents).values(event);
    const accept = await rejectRows(api(), 'payment_events', `row.id = 'stuck'`);
    await afterDays(31, () => deleteExpired(api()));
    await accept();
    expect(await rows()).toEqual([]);
  });

  test('keeps unsubscribed addresses, and those that unsubscribe later', async () => {
    const early = await setUp();
    const late = await setUp();
    for (const { join } of [early, late]) await join();
    await late.invite();
    await early.unsubscribe();
    await afterDays(31, () => deleteExpired(api()));
    expect(await early.rows()).toHaveLength(1);
    expect(await late.rows()).toEqual([]);
    await late.unsubscribe();
    for (const { join, invite } of [early, late]) {
      await join();
      expect(await invite()).toBe(0);
    }
  });
});
