import { browserZone, type ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getCoaches, getWeeks } from '../revenue/api';
import { getUnit, Revenue, readWeeks } from '../revenue/revenue';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Revenue',
    subject: 'the revenue',
    query: ['by', 'weeks', 'after'],
    read: async ({ api }, { query }) => {
      const period = { zone: browserZone(), by: getUnit(query), weeks: readWeeks(query) };
      const [revenue, coaches] = await Promise.all([
        getWeeks(api, period),
        getCoaches(api, period, query.get('after')),
      ]);
      return { revenue, coaches, period };
    },
    Content: Revenue,
  });
