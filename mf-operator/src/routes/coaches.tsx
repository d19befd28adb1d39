import type { ShellApi } from '@carry/remote-kit';
import { getApplications, getCoaches } from '../coaches/api';
import { Coaches } from '../coaches/coaches';
import { consolePage } from '../page/console-page';

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
