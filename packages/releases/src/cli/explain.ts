import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { UsageError } from '../command-line/flags';
import { harmless } from '../command-line/output';
import { ReleaseRefused } from '../errors/errors';
import { explainStack, MAX_STACK_BYTES } from '../maintenance/explain';
import type { Command } from './command';

/** What stands in a file, or comes on the standard input, as far as a stack goes. */
async function readStack(file: string | null): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const input = file === null ? process.stdin : (await open(file)).createReadStream();
  for await (const part of input) {
    parts.push(Buffer.from(part as Buffer));
    bytes += (part as Buffer).length;
    if (bytes > MAX_STACK_BYTES)
      throw new ReleaseRefused(`that is longer than any stack (${MAX_STACK_BYTES / 1024} KB)`);
  }
  return Buffer.concat(parts).toString();
}

async function stackOf(word: string | undefined): Promise<string> {
  if (word === undefined || word === '-') {
    if (process.stdin.isTTY) throw new UsageError('give a stack, a file with one, or pipe one in');
    return readStack(null);
  }
  return existsSync(word) ? readStack(word) : word;
}

export const explainCommand: Command = {
  usage: 'explain [<stack>|<file>|-]',
  does: 'makes a stack from a page, a browser or a log readable: which source, which line; from its words, a file or the standard input',
  words: [0, 1],
  async run({ store }, [word]) {
    const { text, frames } = await explainStack(store, harmless(await stackOf(word), false));
    if (frames.length === 0)
      throw new ReleaseRefused(
        'no place in it is of a file of this site (/remotes/<name>/<version>/… or /assets/…, with line and column)',
      );
    return { data: { frames, text }, text: text.trimEnd() };
  },
};
