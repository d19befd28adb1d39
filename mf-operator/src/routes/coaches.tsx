import type { ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery } from '../access/console-page';
import { findCoaches, getApplications } from '../coaches/api';
import { Coaches } from '../coaches/coaches';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Coaches',
    subject: 'the coaches',
    query: ['q', 'below'],
    read: async ({ api }, { query }) => {
      const [applications, coaches] = await Promise.all([
        getApplications(api),
        findCoaches(api, listQuery(query)),
      ]);
      return { applications, coaches };
    },
    Content: Coaches,
  });
