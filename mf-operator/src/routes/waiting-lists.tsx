import type { ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getCoaches, getWaiting } from '../waiting/api';
import { WaitingLists } from '../waiting/waiting-lists';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Waiting lists',
    subject: 'the waiting lists',
    read: async ({ api }) => {
      const [entries, coaches] = await Promise.all([getWaiting(api), getCoaches(api)]);
      return { entries, coaches };
    },
    Content: WaitingLists,
  });
