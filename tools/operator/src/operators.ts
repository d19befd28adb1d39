import { table } from '@carry/releases/cli';
import type { Command, Commands } from './command';
import { joinLines, parseId, sanitize } from './words';

const list: Command = {
  does: 'Lists the accounts that may use the console.',
  async run({ callApi, paint }) {
    const operators = await callApi('GET /api/operator/operators/');
    const rows = operators.map(({ id, email, since, enrolled }) => [
      ...[String(id), sanitize(email), `since ${since.slice(0, 10)}`],
      enrolled ? '' : paint('yellow', 'no second factor yet'),
    ]);
    return { data: operators, text: joinLines(table(rows), 'no operators') };
  },
};

const add: Command = {
  args: '<email>',
  does: 'Makes an account an operator. It sets up a second factor on its first visit to /operator.',
  async run({ callApi }, [email = '']) {
    const operator = await callApi('POST /api/operator/operators/', { body: { email } });
    return {
      data: operator,
      text: `added operator ${operator.id}; next: sign in and open /operator`,
    };
  },
};

const remove: Command = {
  args: '<operator>',
  does: 'Takes the role away. The account stays.',
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/operators/{id}/remove/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const reset: Command = {
  args: '<operator>',
  does: 'Removes the second factor of an operator without phone and recovery codes.',
  confirm: ([id]) => `Remove the second factor of operator ${id}?`,
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/operators/{id}/reset/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

export const operatorCommands: Commands = {
  'operators list': list,
  'operators add': add,
  'operators remove': remove,
  'operators reset': reset,
};
