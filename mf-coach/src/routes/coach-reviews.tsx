import type { ShellApi } from '@carry/remote-kit';
import { ownPage } from '../own/own-page';
import { CardsSkeleton } from '../own/own-skeletons';
import { getOwnReviews } from '../reviews/api';
import { ReviewList } from '../reviews/review-list';

export const route = (shell: ShellApi) =>
  ownPage(shell, {
    title: 'Reviews',
    what: 'your reviews',
    read: getOwnReviews,
    Show: ReviewList,
    Waiting: CardsSkeleton,
  });
