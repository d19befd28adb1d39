import type { ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getCoaches, getWaiting } from '../waiting/api';
import { isWaiting, WaitingLists } from '../waiting/waiting-lists';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Waiting lists',
    subject: 'the waiting lists',
    read: async ({ api }) => {
      const entries = await getWaiting(api);
      const games = [...new Set(entries.filter(isWaiting).map(({ game }) => game))];
      const coaches = await Promise.all(
        games.map(async (game) => [game, await getCoaches(api, game)] as const),
      );
      return { entries, coachesByGame: new Map(coaches) };
    },
    Content: WaitingLists,
  });
