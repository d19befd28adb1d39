import { browserZone, type ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getIncidents, getOverview } from '../today/api';
import { Today } from '../today/today';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Today',
    subject: 'the day',
    read: async ({ api }) => {
      const [overview, incidents] = await Promise.all([
        getOverview(api, browserZone()),
        getIncidents(api),
      ]);
      return { overview, incidents };
    },
    Content: Today,
  });
