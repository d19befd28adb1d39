import { describe, expect, test } from 'vitest';
import { expectLinear } from '../test/linear';
import type { Session } from './devtools';
import { getMessage, listenToPage } from './page-problems';

type Params = Record<string, unknown>;

/** A fake page that records calls and emits events; `id`: one of its workers or frames. */
async function newPage() {
  const asked: string[] = [];
  const listeners = new Map<string, (method: string, params: Params) => void>();
  const session = (id: string): Session => ({
    send: async (method) => {
      asked.push(`${id} ${method}`);
      return {};
    },
    listen: (listener) => void listeners.set(id, listener),
    other: session,
  });
  const watched = await listenToPage(session('page'));
  const tell = (method: string, params: Params, id = 'page') => listeners.get(id)?.(method, params);
  return { ...watched, asked, tell };
}

test('reports an exception by its message', () => {
  const thrown = (description: string) => getMessage('Uncaught', { description });
  expect(thrown('Error: boom\n    at booking.js:1:2')).toBe('boom');
  expect(thrown('TypeError: a is undefined: b\n    at x')).toBe('a is undefined: b');
  expect(getMessage('Uncaught (in promise)', { value: 'no' })).toBe('no');
  expect(getMessage('Uncaught SyntaxError')).toBe('Uncaught SyntaxError');
});

test('reports exceptions, console errors and crashes, also of workers', async () => {
  const { problems, asked, tell } = await newPage();
  tell('Runtime.consoleAPICalled', { type: 'log', args: [{ value: 'a word' }] });
  tell('Runtime.consoleAPICalled', { type: 'error', args: [{ value: 'style-src' }, { value: 1 }] });
  tell('Log.entryAdded', {
    entry: { level: 'error', text: 'the server answered with a status of 404 ()' },
  });
  tell('Log.entryAdded', {
    entry: { level: 'error', text: 'the server answered with a status of 500 ()' },
  });
  tell('Inspector.targetCrashed', {});
  tell('Target.attachedToTarget', { sessionId: 'w', targetInfo: { type: 'worker' } });
  await Promise.resolve();
  expect(asked).toContain('w Runtime.runIfWaitingForDebugger');
  tell(
    'Runtime.exceptionThrown',
    { exceptionDetails: { text: 'Uncaught', exception: { description: 'Error: in it' } } },
    'w',
  );
  expect(problems).toEqual([
    'style-src 1',
    'the server answered with a status of 500 ()',
    'it crashed',
    'in it',
  ]);
});

test('ignores files that third parties do not send', async () => {
  const { begin, problems, tell } = await newPage();
  begin('http://localhost:1/login');
  const fail = (url: string) =>
    tell('Log.entryAdded', {
      entry: { level: 'error', source: 'network', text: `${url} failed`, url },
    });
  fail('https://www.google.com/recaptcha/api.js');
  fail('http://xn--a/script.js'); // Chromium loads it, and Node rejects its URL
  fail('http://localhost:1/login.js');
  expect(problems).toEqual(['http://localhost:1/login.js failed']);
});

describe('a call that CORS headers refuse', () => {
  const open = async () => {
    const { begin, problems, tell } = await newPage();
    begin('http://localhost:1/login', 'http://127.0.0.1:2');
    const block = (url: string) =>
      tell('Log.entryAdded', {
        entry: {
          level: 'error',
          source: 'javascript',
          text: `Access to fetch at '${url}' from origin 'http://localhost:1' has been blocked by CORS policy: The header has another value.`,
          url: 'http://localhost:1/login',
        },
      });
    return { problems, block };
  };

  test("is ignored if another server accepts only the live site's origin", async () => {
    const { problems, block } = await open();
    block('https://api.team.example/votes');
    block("https://api.team.example/x' (redirected from 'https://api.team.example/votes");
    expect(problems).toEqual([]);
  });

  test('takes linear time to read', async () => {
    const { problems, tell } = await newPage();
    const report = (text: string) =>
      tell('Log.entryAdded', { entry: { level: 'error', source: 'javascript', text } });
    const unit = " at 'x' from origin ";
    await expectLinear((text) => report(`Access to${text}`), { unit, count: 100 });
    expect(problems.length).toBeGreaterThan(0);
  });

  test("is a problem of the site's own API", async () => {
    const { problems, block } = await open();
    block('http://127.0.0.1:2/api/votes/');
    expect(problems).toHaveLength(1);
  });
});

test('tracks pending requests and dismisses dialogs', async () => {
  const { open, asked, tell } = await newPage();
  const ask = (requestId: string, url: string) =>
    tell('Network.requestWillBeSent', { requestId, request: { url } });
  ask('1', 'http://localhost/a.js');
  ask('2', 'http://localhost/api');
  ask('3', 'data:text/css,');
  tell('Network.loadingFinished', { requestId: '1' });
  expect([...open]).toEqual(['2']);
  tell('Network.loadingFailed', { requestId: '2' });
  expect(open.size).toBe(0);
  tell('Page.javascriptDialogOpening', { type: 'alert' });
  expect(asked).toContain('page Page.handleJavaScriptDialog');
});
