import { type ApiClient, browserZone, type ShellApi } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { incidents, overview } from '@carry/remote-kit/own-answers';
import { consolePage, listQuery } from '../access/console-page';
import { Today } from '../today/today';

const getOverview = (api: ApiClient, zone: string) =>
  read(
    overview,
    api.get(`/api/operator/overview/?zone=${encodeURIComponent(zone)}`, { bearer: true }),
  );

const getIncidents = (api: ApiClient, query: string) =>
  read(incidents, api.get(`/api/operator/incidents/?${query}`, { bearer: true }));

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Today',
    subject: 'the day',
    query: ['below'],
    read: async ({ api }, { query }) => {
      const [day, open] = await Promise.all([
        getOverview(api, browserZone()),
        getIncidents(api, listQuery(query)),
      ]);
      return { overview: day, incidents: open };
    },
    Content: Today,
  });
