import type { ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getMessages, getReviews } from '../reports/api';
import { Reports } from '../reports/reports';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Reports',
    subject: 'the reports',
    read: async ({ api }) => {
      const [reviews, messages] = await Promise.all([getReviews(api), getMessages(api)]);
      return { reviews, messages };
    },
    Content: Reports,
  });
