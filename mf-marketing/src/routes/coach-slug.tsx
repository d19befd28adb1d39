import type { RouteHandle, ShellApi } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton } from '@carry/ui';
import { Link, type LoaderFunctionArgs, replace } from 'react-router-dom';
import { getDirectory } from '../directory/api';
import styles from '../directory/directory.module.css';

const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;

const NoCoach = () => (
  <div className={styles.page}>
    <h1 tabIndex={-1}>Coach not found</h1>
    <p>There is no coach at this address.</p>
    <p>
      <LinkButton as={Link} to={paths.coaches}>
        See all coaches
      </LinkButton>
    </p>
  </div>
);

const handle: RouteHandle = {
  status: () => 404,
  head: ({ site }) => ({ title: `Coach not found | ${site.name}`, noindex: true }),
};

/** Redirects `/coaches/{slug}` with its query to the coach's booking page, also while the coach has no services. */
export const route = (shell: ShellApi) => ({
  Component: NoCoach,
  handle,
  loader: async ({ request, params }: LoaderFunctionArgs) => {
    const slug = params['slug']?.toLowerCase() ?? '';
    const page = SLUG.test(slug) ? await getDirectory(shell, `slug=${slug}`) : null;
    const [coach] = page?.coaches ?? [];
    return coach ? replace(paths.booking(coach.id) + new URL(request.url).search) : null;
  },
});
