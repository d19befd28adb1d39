import { expect, test } from 'vitest';
import { coachApplications, operatorAudit, reviews } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';
import { application } from './matrix-row';

onEveryDatabaseAtNight('entries of the audit log', (api) => {
  const call = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);
  const newest = async (count: number) => (await call('GET', 'audit/')).body.slice(0, count);

  async function newApplication(email: string): Promise<number> {
    const { time_zone: timeZone, picture: _, ...fields } = { picture: '', ...application };
    const [row] = await api()
      .db.insert(coachApplications)
      .values({ ...fields, email, timeZone })
      .returning();
    return row?.id ?? 0;
  }

  test('keep why a review was hidden after it is shown again', async () => {
    const { coachId } = await api().newCoach('reviewed');
    const [review] = await api()
      .db.insert(reviews)
      .values({ coachId, reviewerName: 'Kim', comment: 'Late.', rating: 2 })
      .returning();
    await call('POST', `reviews/${review?.id}/hide/`, { reason: 'An insult.' });
    await call('POST', `reviews/${review?.id}/restore/`, {});
    expect(await newest(2)).toMatchObject([
      { action: 'restore review', target: review?.id, reason: null },
      { action: 'hide review', target: review?.id, reason: 'An insult.' },
    ]);
  });

  test('keep why an application was declined', async () => {
    for (const reason of ['Your links do not open.', '']) {
      const id = await newApplication(`reason-${reason.length}@example.com`);
      await call('POST', `applications/${id}/decline/`, { reason });
      const entry = { action: 'decline application', target: id, reason: reason || null };
      expect(await newest(1)).toMatchObject([entry]);
    }
  });

  test('have who opened the proof of an application', async () => {
    const id = await newApplication('proof@example.com');
    expect((await call('GET', `applications/${id}/picture/`)).status).toBe(404);
    const entry = { action: 'open proof of application', target: id, status: 404 };
    expect(await newest(1)).toMatchObject([entry]);
  });

  test('are exported in batches, oldest first and without formulas', async () => {
    const values = (index: number) => ({
      ...{ at: api().now(), who: '=kim', action: 'refund booking', target: index, status: 409 },
      ...{ amountCents: -123_456, reason: 'An insult, "twice".' },
    });
    await api()
      .db.insert(operatorAudit)
      .values(Array.from({ length: 1100 }, (_, index) => values(index)));
    const response = await api().app.request('/api/operator/audit/export/', {
      headers: { authorization: `Bearer ${api().config.operatorToken}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces.length).toBeGreaterThan(3);
    const [head, ...lines] = pieces.join('').split('\r\n').slice(0, -1);
    expect(head).toBe('entry,at,who,action,number,amount_usd,reason,status');
    const ids = lines.map((line) => Number(line.split(',')[0]));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(lines.at(-2)).toMatch(
      /^\d+,[\d-]+T[\d:.]+Z,'=kim,refund booking,1099,-1234\.56,"An insult, ""twice""\.",409$/,
    );
    expect(lines.at(-1)).toMatch(/,export record,,,,(200)?$/); // the export itself
    expect(await newest(1)).toMatchObject([{ action: 'export record', status: 200 }]);
  });
});
