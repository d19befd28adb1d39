import type { SessionLink } from '@carry/contracts/site';
import { Link, useLocation } from 'react-router-dom';

interface SessionLinksProps {
  links: readonly SessionLink[];
  classOf?(link: SessionLink): string | undefined;
}

/** Session links; a link with `reload` is a button that loads the document. */
export function SessionLinks({ links, classOf }: SessionLinksProps) {
  const { pathname } = useLocation();
  const getProps = (link: SessionLink) => ({
    className: classOf?.(link),
    'aria-current': link.path === pathname ? ('page' as const) : undefined,
  });
  return links.map((link) =>
    link.reload ? (
      <button
        key={link.path}
        type="button"
        {...getProps(link)}
        onClick={() => location.assign(link.path)}
      >
        {link.label}
      </button>
    ) : (
      <Link key={link.path} to={link.path} {...getProps(link)}>
        {link.label}
      </Link>
    ),
  );
}
