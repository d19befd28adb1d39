import type { SiteLink } from '@carry/contracts/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useHost } from '../host/host';
import { hrefOf } from '../page/href';

interface OutLinkProps extends SiteLink {
  className?: string | undefined;
  /** In place of the label. */
  children?: ReactNode;
}

/** A declared link: to a page of the site, or out of it. */
export function OutLink({ label, url, className, children = label }: OutLinkProps) {
  const { site } = useHost();
  if (url.startsWith('/'))
    return (
      <Link to={url} className={className}>
        {children}
      </Link>
    );
  return (
    <a className={className} href={hrefOf(url, site)} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
