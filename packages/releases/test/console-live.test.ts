// The stream of a console that announces changes and new numbers.
import { expect, test, vi } from 'vitest';
import { fixture, kim, prepareAccountConsole, rollBack, signInBrowser } from './account-console';
import { answered } from './console-browser';

prepareAccountConsole();

test('announces each change to open pages', async () => {
  const browser = await signInBrowser({ sub: 'vi', groups: ['staff'] });
  const stream = await browser.ask('/console/api/events');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('event: ready');
  const team = await signInBrowser(kim);
  expect(await answered(team.change(rollBack()))).toMatch(/^200/);
  expect((await reader?.read())?.value).toContain('event: change');
  await reader?.cancel();
  expect((await fetch(`${fixture.url}/console/api/events`)).status).toBe(401);
});

test('refuses more than 200 open pages', async () => {
  const browser = await signInBrowser({ sub: 'vi', groups: ['staff'] });
  const open = () => browser.ask('/console/api/events');
  const streams = await Promise.all(Array.from({ length: 200 }, open));
  expect(streams.map(({ status }) => status)).toEqual(Array(200).fill(200));
  expect((await open()).status).toBe(503);
  await streams[0]?.body?.cancel();
  await expect.poll(async () => (await open()).status).toBe(200);
  for (const { body } of streams.slice(1)) await body?.cancel();
});

test('ends the stream of a HEAD request', async () => {
  const browser = await signInBrowser({ sub: 'vi', groups: ['staff'] });
  await browser.start();
  const headers = {
    origin: fixture.url,
    'x-csrf-token': browser.csrf,
    'content-type': 'application/json',
  };
  const head = { method: 'HEAD', headers };
  for (let index = 0; index < 200; index++)
    expect((await browser.ask('/console/api/events', head)).status).toBe(200);
  const stream = await browser.ask('/console/api/events');
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});

test('announces new numbers every 30 seconds while a page is open', async () => {
  const browser = await signInBrowser({ sub: 'vi', groups: ['staff'] });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const stream = await browser.ask('/console/api/events');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const events: string[] = [];
    const reading = (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        events.push(...(part.value.match(/(?<=event: )\w+/g) ?? []));
    })();
    await expect.poll(() => events).toEqual(['ready']);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(events).toEqual(['ready']);
    await vi.advanceTimersByTimeAsync(32_000);
    await expect.poll(() => events).toEqual(['ready', 'numbers', 'numbers']);
    await reader?.cancel();
    await reading;
    await expect.poll(() => vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
