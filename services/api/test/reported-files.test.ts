import { expect, test } from 'vitest';
import { PNG, pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

onEveryDatabaseAtNight('reported messages', (api) => {
  const read = (path: string) =>
    api().app.request(`/api/operator/${path}`, {
      headers: { authorization: `Bearer ${api().config.operatorToken}` },
    });

  test('come with their neighbors and files that operators can open', async () => {
    const { student, coach } = await pair(api());
    const sent: { id: number; text: string }[] = [];
    for (const text of ['1', '2', '3', '4']) sent.push((await student.write(text)).body);
    const file = (await student.upload('a.png', PNG)).body.id;
    const { id } = (await student.write('reported', [file])).body;
    for (const text of ['6', '7']) await coach.write(text);
    const path = `messages/${id}/files/${file}/`;
    expect((await read(path)).status).toBe(404); // not reported
    expect((await coach.post(`messages/${id}/report/`, { reason: 'Rude.' })).status).toBe(202);
    const [listed] = (await (await read('messages/')).json()) as {
      attachments: object[];
      around: { text: string; author: string }[];
    }[];
    expect(listed?.attachments).toEqual([{ id: file, name: 'a.png', size: PNG.length }]);
    expect(listed?.around.map(({ text }) => text)).toEqual(['2', '3', '4', '6', '7']);
    expect(listed?.around.at(-1)?.author).toBe('coach');
    const answer = await read(path);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="a\.png"/);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(PNG));
    expect((await read(`messages/${sent[0]?.id}/files/${file}/`)).status).toBe(404);
    const [entry] = (await (await read('audit/')).json()) as object[];
    expect(entry).toMatchObject({ action: 'open file of message', status: 404 });
  });
});
