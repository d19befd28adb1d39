import type { ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getAvailability, getCoach } from '../coach/api';
import { CoachPage } from '../coach/coach-page';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Coach',
    subject: 'this coach',
    read: async ({ api }, { params }) => {
      const id = params['coachId'] ?? '';
      const [coach, hours] = await Promise.all([getCoach(api, id), getAvailability(api, id)]);
      return { coach, hours };
    },
    Content: CoachPage,
  });
