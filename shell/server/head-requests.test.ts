import { expect, test } from 'vitest';
import { type AppParts, createApp } from './app';
import { readConfig } from './config/config';

const API_URL = 'https://api.carry.example';

test('cancels the file of a development server after a HEAD request', async () => {
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  const app = createApp({
    config: readConfig({ API_URL, PREVIEWS: 'open' }, { store: 'x', lastGood: 'x' }),
    releases: { site: { owners: {} } },
    dev: { answerFile: async () => new Response(new ReadableStream({ cancel })) },
  } as unknown as AppParts);
  const file = '/remotes/mf-booking/dev/web/main.js';
  expect((await app.request(file, { method: 'HEAD' })).status).toBe(200);
  expect(isCancelled).toBe(true);
});
