import { browserZone, type ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getRevenue } from '../revenue/api';
import { Revenue } from '../revenue/revenue';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Revenue',
    subject: 'the revenue',
    read: ({ api }) => getRevenue(api, browserZone()),
    Content: Revenue,
  });
