import { browserZone, type ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery } from '../access/console-page';
import { getIncidents, getOverview } from '../today/api';
import { Today } from '../today/today';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Today',
    subject: 'the day',
    query: ['below'],
    read: async ({ api }, { query }) => {
      const [overview, incidents] = await Promise.all([
        getOverview(api, browserZone()),
        getIncidents(api, listQuery(query)),
      ]);
      return { overview, incidents };
    },
    Content: Today,
  });
