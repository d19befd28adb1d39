import { expect, test } from 'vitest';
import { onEveryDatabaseAtNight } from './harness';

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

onEveryDatabaseAtNight('authentication', (api) => {
  test('checks authentication before it reads a request', {
    tags: ['@fault-11.10'],
  }, async () => {
    const { body: document } = await api().send('GET', '/openapi.json');
    const secured = Object.entries(
      document.paths as Record<string, Record<string, { security?: unknown[] }>>,
    ).flatMap(([path, item]) =>
      METHODS.filter((method) => (item[method]?.security ?? []).length > 0).map((method) => ({
        method: method.toUpperCase(),
        path,
      })),
    );
    expect(secured.length).toBeGreaterThan(10);
    const json = { 'content-type': 'application/json' };
    const wrong: unknown[] = [];
    const getBodies = (method: string) =>
      method === 'GET' ? [undefined] : ['', '{', '{"status":7}'];
    const calls = secured.flatMap(({ method, path }) =>
      ['1', 'x'].flatMap((id) =>
        getBodies(method).map((body) => ({ method, path: path.replace(/\{\w+\}/g, id), body })),
      ),
    );
    for (const { method, path, body } of calls) {
      for (const token of [undefined, 'nonsense']) {
        const { status } = await api().send(method, path, body, token, json);
        if (status !== 401) wrong.push([method, path, body, token, status]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
