import type { ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery, sharedPageQuery } from '../access/console-page';
import { findCoaches, getApplications } from '../coaches/api';
import { Coaches, type CoachesData } from '../coaches/coaches';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Coaches',
    subject: 'the coaches',
    query: ['q', 'below', 'applications', 'applications_below'],
    read: async ({ api }, { query }) => {
      const isDecided = query.get('applications') === 'decided';
      const state: CoachesData['state'] = isDecided ? 'decided' : 'open';
      const [applications, coaches] = await Promise.all([
        getApplications(api, sharedPageQuery(query, 'applications_below', state)),
        findCoaches(api, listQuery(query)),
      ]);
      return { state, applications, coaches };
    },
    Content: Coaches,
  });
