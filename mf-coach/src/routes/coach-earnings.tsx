import type { ShellApi } from '@carry/remote-kit';
import { getEarnings, getPayouts } from '../earnings/api';
import { Earnings } from '../earnings/earnings';
import { coachPage } from '../own/own-page';
import { CardsSkeleton } from '../own/own-skeletons';

export const route = (shell: ShellApi) =>
  coachPage(shell, {
    title: 'Earnings',
    subject: 'your earnings',
    read: async ({ api }) => {
      const [earnings, payouts] = await Promise.all([
        getEarnings(api),
        getPayouts(api).catch(() => null),
      ]);
      return { earnings, payouts };
    },
    Content: Earnings,
    Skeleton: CardsSkeleton,
  });
