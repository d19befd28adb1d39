import type { ShellApi } from '@carry/remote-kit';
import { featuredCoach, paths } from '@carry/remote-kit/paths';
import { replace } from 'react-router-dom';

/** Redirects `/{coachSlug}` to the featured coach's booking page. */
export const route = ({ site }: Pick<ShellApi, 'site'>) => ({
  loader: () => replace(paths.booking(featuredCoach(site))),
  handle: { query: [] },
});
