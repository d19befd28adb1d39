import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { connect } from './devtools';

/** A fake browser that writes data in pieces. */
function connected() {
  const [to, from] = [new PassThrough(), new PassThrough()];
  const { browser, end } = connect(to, from);
  const sent: { id: number; method: string; sessionId?: string }[] = [];
  to.on('data', (chunk: Buffer) => sent.push(JSON.parse(chunk.toString().slice(0, -1))));
  const say = (...pieces: (string | Buffer)[]) => {
    for (const piece of pieces) from.write(piece);
    return new Promise((resolve) => setImmediate(resolve));
  };
  return { browser, end, sent, say };
}

test('routes split messages to their sessions', async () => {
  const { browser, sent, say } = connected();
  const page = browser.other('page');
  const heard: string[] = [];
  browser.listen((method) => heard.push(`browser ${method}`));
  page.listen((method, { text }) => heard.push(`page ${method} ${text}`));
  const [first, second] = [browser.send('One'), page.send('Two')];
  const refused = expect(first).rejects.toThrow('no');
  await say('');
  expect(sent).toMatchObject([{ method: 'One' }, { method: 'Two', sessionId: 'page' }]);
  const event = Buffer.from('{"method":"Said","params":{"text":"ä"},"sessionId":"page"}\0');
  await say(
    '{"id":2,"resu',
    'lt":{"two":2}}\0{"method":"Any"}\0{"id":1,"error":{"message":"no"}}\0',
  );
  await say(event.subarray(0, 38), event.subarray(38)); // splits a multibyte character
  await refused;
  expect(await second).toEqual({ two: 2 });
  expect(heard).toEqual(['browser Any', 'page Said ä']);
});

test('rejects pending calls when the browser exits', async () => {
  const { browser, end } = connected();
  const call = browser.send('One');
  end('the browser has ended (1)');
  await expect(call).rejects.toThrow('the browser has ended (1)');
  await expect(browser.send('Two')).rejects.toThrow('the browser has ended (1)');
});
