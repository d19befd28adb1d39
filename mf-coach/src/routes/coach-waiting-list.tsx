import type { ShellApi } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { waiting } from '@carry/remote-kit/own-answers';
import { coachPage } from '../own/own-page';
import { CardsSkeleton } from '../own/own-skeletons';
import { WaitingList } from '../waiting/waiting-list';

export const route = (shell: ShellApi) =>
  coachPage(shell, {
    title: 'Waiting list',
    subject: 'the waiting list',
    read: ({ api }) => read(waiting, api.get('/api/waitlist/entries/', { bearer: true })),
    Content: WaitingList,
    Skeleton: CardsSkeleton,
  });
