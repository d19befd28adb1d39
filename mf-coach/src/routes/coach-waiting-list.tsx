import type { ShellApi } from '@carry/remote-kit';
import { coachPage } from '../own/own-page';
import { CardsSkeleton } from '../own/own-skeletons';
import { getWaiting } from '../waiting/api';
import { WaitingList } from '../waiting/waiting-list';

export const route = (shell: ShellApi) =>
  coachPage(shell, {
    title: 'Waiting list',
    subject: 'the waiting list',
    read: ({ api }) => getWaiting(api),
    Content: WaitingList,
    Skeleton: CardsSkeleton,
  });
