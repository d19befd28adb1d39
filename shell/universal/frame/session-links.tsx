import type { SessionLink } from '@carry/contracts/site';
import { Link, useLocation } from 'react-router-dom';

interface SessionLinksProps {
  links: readonly SessionLink[];
  classOf?(link: SessionLink): string | undefined;
}

/** Links that belong to a session; one that loads its page anew is a button. */
export function SessionLinks({ links, classOf }: SessionLinksProps) {
  const { pathname } = useLocation();
  const seen = (link: SessionLink) => ({
    className: classOf?.(link),
    'aria-current': link.path === pathname ? ('page' as const) : undefined,
  });
  return links.map((link) =>
    link.reload ? (
      <button
        key={link.path}
        type="button"
        {...seen(link)}
        onClick={() => location.assign(link.path)}
      >
        {link.label}
      </button>
    ) : (
      <Link key={link.path} to={link.path} {...seen(link)}>
        {link.label}
      </Link>
    ),
  );
}
