import { type ApiClient, browserZone, type ShellApi } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { revenue } from '@carry/remote-kit/own-answers/operator';
import { consolePage } from '../access/console-page';
import { Revenue } from '../revenue/revenue';

const getRevenue = (api: ApiClient, zone: string) =>
  read(
    revenue,
    api.get(`/api/operator/revenue/?zone=${encodeURIComponent(zone)}`, { bearer: true }),
  );

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Revenue',
    subject: 'the revenue',
    read: ({ api }) => getRevenue(api, browserZone()),
    Content: Revenue,
  });
