import { expect, test } from 'vitest';
import { outbox } from '../src/core/db/schema';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight("the operator's emails", (api) => {
  const send = (method: string, path: string, body?: object) =>
    api().send(method, `/api/operator/${path}`, body, api().config.operatorToken);
  const readIds = async (query: string) =>
    (await send('GET', `mails/?${query}`)).body.map(({ id }: { id: number }) => id);
  const insert = async (recipient: string, more: Partial<typeof outbox.$inferInsert>) => {
    const mail = { recipient, subject: 'Hello', body: 'Words.', nextAttemptAt: new Date(4e12) };
    const [row] = await api()
      .db.insert(outbox)
      .values({ ...mail, ...more })
      .returning();
    return row?.id ?? 0;
  };
  const failedCount = async () => (await send('GET', 'overview/?zone=UTC')).body.failed_mails;

  test('are found by recipient and state', async () => {
    const at = api().now();
    const waiting = await insert('ann_1@mails.example', {});
    const failed = await insert('ann_1@mails.example', { failedAt: at, failure: 'EENVELOPE' });
    const sent = await insert('Ann_1@mails.example', { sentAt: at, body: '' });
    await insert('annx1@mails.example', { sentAt: at });
    expect(await readIds('q=ann_1')).toEqual([failed, waiting]);
    expect(await readIds('q=ann_1&state=sent')).toEqual([sent]);
    const [shown] = (await send('GET', 'mails/?q=ann_1&state=sent')).body;
    expect(shown).toMatchObject({ state: 'sent', sent_at: at.toISOString(), sendable: false });
    expect((await send('GET', 'mails/?state=gone')).status).toBe(400);
  });

  test('hide sign-in codes of earlier versions', async () => {
    await insert('code@mails.example', { subject: '123456 is your Carry code' });
    const [shown] = (await send('GET', 'mails/?q=code@mails')).body;
    expect(shown.subject).toBe('•••••• is your Carry code');
  });

  test('are no open work once outdated', async () => {
    const before = await failedCount();
    const at = api().now();
    const outdated = await insert('cleo@mails.example', { failedAt: at, discardAfter: at });
    const later = new Date(at.getTime() + 3_600_000);
    const open = await insert('cleo@mails.example', { failedAt: at, discardAfter: later });
    expect(await failedCount()).toBe(before + 1);
    expect(await readIds('q=cleo@mails')).toEqual([open]);
    expect(await readIds('q=cleo@mails&state=dismissed')).toEqual([outdated]);
    const metric = await api().metrics.registry.getSingleMetricAsString('carry_api_mails_given_up');
    expect(metric).toContain(`carry_api_mails_given_up ${before + 1}`);
    await send('POST', `mails/${open}/dismiss/`, {});
  });

  test('leave the open work once dismissed', async () => {
    const before = await failedCount();
    const failed = await insert('bob@mails.example', { failedAt: api().now() });
    const waiting = await insert('bob@mails.example', {});
    expect(await failedCount()).toBe(before + 1);
    const dismiss = (id: number) => send('POST', `mails/${id}/dismiss/`, {});
    expect((await dismiss(failed)).body).toEqual({ detail: 'Dismissed' });
    expect(await failedCount()).toBe(before);
    expect(await readIds('q=bob@mails')).toEqual([waiting]);
    expect(await readIds('q=bob@mails&state=dismissed')).toEqual([failed]);
    expect((await dismiss(waiting)).status).toBe(409);
    expect((await dismiss(99_999_999)).status).toBe(404);
    const metric = await api().metrics.registry.getSingleMetricAsString('carry_api_mails_given_up');
    expect(metric).toContain(`carry_api_mails_given_up ${before}`);
    expect((await send('POST', `mails/${failed}/send/`, {})).status).toBe(200);
    expect(await readIds('q=bob@mails')).toEqual([waiting, failed]);
  });
});
