import type { ShellApi } from '@carry/remote-kit';
import { consolePage, sharedPageQuery } from '../access/console-page';
import { getMessages, getReviews } from '../reports/api';
import { cursors, Reports } from '../reports/reports';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Reports',
    subject: 'the reports',
    query: Object.values(cursors),
    read: async ({ api }, { query }) => {
      const [reported, hidden, messages] = await Promise.all([
        getReviews(api, sharedPageQuery(query, cursors.reported, 'reported')),
        getReviews(api, sharedPageQuery(query, cursors.hidden, 'hidden')),
        getMessages(api, sharedPageQuery(query, cursors.messages)),
      ]);
      return { reported, hidden, messages };
    },
    Content: Reports,
  });
