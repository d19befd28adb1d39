// Sandboxed process that evaluates an untrusted server bundle and prints its inspection.
import { inspectHere } from '@carry/releases/inspection';
import { enterSandbox } from '../worker/enter-sandbox';

const MAX_ANSWER = 1024 * 1024;
const { stdin, stdout } = process;

async function read(): Promise<{ name: string; code: string }> {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

const { name, code } = await read();
const end = enterSandbox();
const answer = await inspectHere(name, code).then(
  (inspection) => JSON.stringify({ inspection }),
  (error: unknown) => JSON.stringify({ refused: String(Reflect.get(Object(error), 'message')) }),
);
stdout.write(
  answer.length > MAX_ANSWER
    ? JSON.stringify({ refused: `${name}: its inspection exceeds 1 MB` })
    : answer,
  () => end(0),
);
