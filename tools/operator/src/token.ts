import { createHash, randomBytes } from 'node:crypto';
import { UsageError } from '@carry/releases/command-line';
import type { Command, Commands } from './command';

const NAME = /^[\p{L}\p{N}._@ -]{1,60}$/u;

const token: Command = {
  usage: 'token <name>',
  does: 'makes a token for one operator: the token is for their OPERATOR_TOKEN, its entry for the OPERATOR_TOKENS of the APIs, which then know the name',
  words: [1, 1],
  async run(_, [name = '']) {
    if (!NAME.test(name)) throw new UsageError(`'${name}' is not a name for the record`);
    const made = randomBytes(32).toString('hex');
    const entry = `${name}:${createHash('sha256').update(made).digest('hex')}`;
    return { data: { token: made, entry }, text: `token  ${made}\nentry  ${entry}` };
  },
};

export const tokenCommands: Commands = { token };
