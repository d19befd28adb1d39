import type { SiteLink } from '@carry/contracts/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useHost } from '../host/host';
import { resolveHref } from '../page/boot';

interface OutLinkProps extends SiteLink {
  className?: string | undefined;
  children?: ReactNode;
}

export function OutLink({ label, url, className, children = label }: OutLinkProps) {
  const { site } = useHost();
  if (url.startsWith('/'))
    return (
      <Link to={url} className={className}>
        {children}
      </Link>
    );
  return (
    <a
      className={className}
      href={resolveHref(url, site)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
