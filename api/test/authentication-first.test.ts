import { expect, test } from 'vitest';
import { onEveryDatabase } from './harness';

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

onEveryDatabase('authentication', (api) => {
  test('every call that needs a token asks for it before it reads anything: 401 for a stranger, whatever is sent', async () => {
    const { body: document } = await api().send('GET', '/openapi.json');
    const secured = Object.entries(document.paths as Record<string, Record<string, { security?: unknown[] }>>).flatMap(([path, item]) =>
      METHODS.filter((method) => (item[method]?.security ?? []).length > 0).map((method) => ({ method: method.toUpperCase(), path })),
    );
    expect(secured.length).toBeGreaterThan(10);
    const json = { 'content-type': 'application/json' };
    const wrong: unknown[] = [];
    for (const { method, path } of secured) {
      for (const id of ['1', 'x']) {
        for (const body of method === 'GET' ? [undefined] : ['', '{', '{"status":7}']) {
          for (const token of [undefined, 'nonsense']) {
            const answer = await api().send(method, path.replace(/\{\w+\}/g, id), body, token, json);
            if (answer.status !== 401) wrong.push([method, path, id, body, token, answer.status]);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
