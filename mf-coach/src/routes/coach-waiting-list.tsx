import type { ShellApi } from '@carry/remote-kit';
import { ownPage } from '../own/own-page';
import { CardsSkeleton } from '../own/own-skeletons';
import { getWaiting } from '../waiting/api';
import { WaitingList } from '../waiting/waiting-list';

export const route = (shell: ShellApi) =>
  ownPage(shell, {
    title: 'Waiting list',
    what: 'the waiting list',
    read: ({ api }) => getWaiting(api),
    Show: WaitingList,
    Waiting: CardsSkeleton,
  });
