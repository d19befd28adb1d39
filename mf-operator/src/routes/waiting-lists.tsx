import type { ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery } from '../access/console-page';
import { findCoaches, getWaiting } from '../waiting/api';
import { isWaiting, WaitingLists } from '../waiting/waiting-lists';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Waiting lists',
    subject: 'the waiting lists',
    query: ['q', 'after'],
    read: async ({ api }, { query }) => {
      const entries = await getWaiting(api, query.get('after'));
      const games = [...new Set(entries.filter(isWaiting).map(({ game }) => game))];
      const coaches = await Promise.all(
        games.map(async (game) => [game, await findCoaches(api, game, listQuery(query))] as const),
      );
      return { entries, coachesByGame: new Map(coaches) };
    },
    Content: WaitingLists,
  });
