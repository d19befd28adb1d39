import type { SessionLink } from '@carry/contracts/site';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useHost } from '../host/host';

interface SessionLinksProps {
  links: readonly SessionLink[];
  classOf?(link: SessionLink): string | undefined;
}

/** Session links; a link with `reload` is a button that loads the document, unless that would lose the session. */
export function SessionLinks({ links, classOf }: SessionLinksProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { keepsSession } = useHost();
  const load = (path: string) =>
    keepsSession?.() === false ? void navigate(path) : location.assign(path);
  const getProps = (link: SessionLink) => ({
    className: classOf?.(link),
    'aria-current': link.path === pathname ? ('page' as const) : undefined,
  });
  return links.map((link) =>
    link.reload ? (
      <button key={link.path} type="button" {...getProps(link)} onClick={() => load(link.path)}>
        {link.label}
      </button>
    ) : (
      <Link key={link.path} to={link.path} {...getProps(link)}>
        {link.label}
      </Link>
    ),
  );
}
