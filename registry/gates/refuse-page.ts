import { ReleaseRefused } from '../src/errors';

/** Refuses a candidate for what one of its pages does on the whole site. */
export function refusePage(remote: string, pathname: string, why: string): never {
  throw new ReleaseRefused(
    `${remote}: on the whole site its page ${pathname} fails (${why}); fix it and publish again`,
  );
}
