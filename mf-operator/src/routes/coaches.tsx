import type { ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getApplications, getCoaches } from '../coaches/api';
import { Coaches } from '../coaches/coaches';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Coaches',
    subject: 'the coaches',
    read: async ({ api }) => {
      const [applications, coaches] = await Promise.all([getApplications(api), getCoaches(api)]);
      return { applications, coaches };
    },
    Content: Coaches,
  });
