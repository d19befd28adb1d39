import { browserZone, type ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getRevenue } from '../revenue/api';
import { Revenue, weeksOf } from '../revenue/revenue';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Revenue',
    subject: 'the revenue',
    query: ['weeks'],
    read: ({ api }, { query }) => getRevenue(api, { zone: browserZone(), weeks: weeksOf(query) }),
    Content: Revenue,
  });
