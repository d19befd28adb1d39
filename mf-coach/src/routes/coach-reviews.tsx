import type { ShellApi } from '@carry/remote-kit';
import { coachPage } from '../own/own-page';
import { CardsSkeleton } from '../own/own-skeletons';
import { getMyReviews } from '../reviews/api';
import { ReviewList } from '../reviews/review-list';

export const route = (shell: ShellApi) =>
  coachPage(shell, {
    title: 'Reviews',
    subject: 'your reviews',
    read: getMyReviews,
    Content: ReviewList,
    Skeleton: CardsSkeleton,
  });
