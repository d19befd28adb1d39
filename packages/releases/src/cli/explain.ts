import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { UsageError } from '../command-line/flags';
import { harmless } from '../command-line/output';
import { ReleaseRefused } from '../errors/errors';
import { explainStack, MAX_STACK_BYTES } from '../maintenance/explain';
import type { Command } from './command';

async function readStack(file: string | null): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const input = file === null ? process.stdin : (await open(file)).createReadStream();
  for await (const part of input) {
    parts.push(Buffer.from(part as Buffer));
    bytes += (part as Buffer).length;
    if (bytes > MAX_STACK_BYTES)
      throw new ReleaseRefused(
        `the input is larger than ${MAX_STACK_BYTES / 1024} KB; pass only the stack`,
      );
  }
  return Buffer.concat(parts).toString();
}

async function inputStack(word: string | undefined): Promise<string> {
  if (word === undefined || word === '-') {
    if (process.stdin.isTTY)
      throw new UsageError('pass a stack, the name of a file, or pipe the stack in');
    return readStack(null);
  }
  return existsSync(word) ? readStack(word) : word;
}

export const explainCommand: Command = {
  args: '[stack-or-file]',
  does: 'shows the source and line of each frame of a stack, from an argument, a file or (-) the standard input',
  async run({ store }, [word]) {
    const { text, frames } = await explainStack(store, harmless(await inputStack(word), false));
    if (frames.length === 0)
      throw new ReleaseRefused(
        'the stack has no frame of this site (/remotes/<name>/<version>/… or /assets/…, with line and column)',
      );
    return { data: { frames, text }, text: text.trimEnd() };
  },
};
