// Reads the routes of an untrusted server bundle in a sandboxed process. Data only goes out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ASSETS_PLACEHOLDER } from '@carry/contracts/assets';
import { refusedBundle } from '@carry/releases/inspection';
import { INSPECT_REALM_FILE, type RenderRequest } from '../protocol/protocol';
import { enterSandbox } from '../worker/enter-sandbox';
import { compileRealm, Sandbox } from '../worker/sandbox';

const MAX_ANSWER = 1024 * 1024;
const VERSION = '0.0.0';
const { stdin, stdout } = process;

async function read(): Promise<{ name: string; code: string }> {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

const realm = compileRealm(
  readFileSync(path.join(path.dirname(process.argv[1] ?? ''), INSPECT_REALM_FILE), 'latin1'),
  INSPECT_REALM_FILE,
);
const { name, code } = await read();
const end = enterSandbox();

const refuse = (error: string): string => {
  const [line = ''] = error.split('\n');
  return JSON.stringify({ refused: refusedBundle(name, line.replace(/^\w*Error: /, '')).message });
};

const answer = await new Promise<string>((resolve) => {
  let reads = 0;
  const setup = JSON.stringify({ apiUrl: '', apiBudgetMs: 0 });
  const sandbox = new Sandbox(
    name,
    { shell: realm, setup },
    {
      rendered: (_, text) => resolve(text),
      failed: (_, error) => resolve(refuse(error)),
      crashed: (error) => resolve(refuse(error)),
      read() {
        const id = ++reads;
        setImmediate(() => sandbox.answer(id, 0, '')); // no API answers here
        return id;
      },
    },
  );
  sandbox.load({ name, version: VERSION, code, assets: ASSETS_PLACEHOLDER }); // as built: the check reads paths of files
  sandbox.render(1, {} as RenderRequest);
});
stdout.write(
  answer.length > MAX_ANSWER
    ? JSON.stringify({ refused: `${name}: its inspection exceeds 1 MB` })
    : answer,
  () => end(0),
);
