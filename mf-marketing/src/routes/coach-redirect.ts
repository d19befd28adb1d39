import type { ShellApi } from '@carry/remote-kit';
import { featuredCoach, paths } from '@carry/remote-kit/paths';
import { type LoaderFunctionArgs, replace } from 'react-router-dom';

/** Redirects `/{coachSlug}` with its query to the featured coach's booking page. */
export const route = ({ site }: Pick<ShellApi, 'site'>) => ({
  loader: ({ request }: LoaderFunctionArgs) =>
    replace(paths.booking(featuredCoach(site)) + new URL(request.url).search),
});
