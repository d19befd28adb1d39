import { createHash, randomBytes } from 'node:crypto';
import { UsageError } from '@carry/releases/cli';
import type { Command, Commands } from './command';

const NAME = /^[\p{L}\p{N}._@ -]{1,60}$/u;

const token: Command = {
  args: '<name>',
  does: 'Creates a personal token. Give the token to the operator (OPERATOR_TOKEN) and add its entry to OPERATOR_TOKENS of the API. The audit log then shows the name.',
  async run(_, [name = '']) {
    if (!NAME.test(name))
      throw new UsageError(`invalid name '${name}': use 1 to 60 letters, digits, spaces or ._@-`);
    const value = randomBytes(32).toString('hex');
    const entry = `${name}:${createHash('sha256').update(value).digest('hex')}`;
    return { data: { token: value, entry }, text: `token  ${value}\nentry  ${entry}` };
  },
};

export const tokenCommands: Commands = { token };
