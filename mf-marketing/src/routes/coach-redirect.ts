import { FEATURED_COACH_ID, paths } from '@carry/remote-kit/paths';
import { replace } from 'react-router-dom';

/** Redirects `/{coachSlug}` to the featured coach's booking page. */
export const route = () => ({
  loader: () => replace(paths.booking(FEATURED_COACH_ID)),
  handle: { query: [] },
});
