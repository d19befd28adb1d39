import type { SiteLink } from '@carry/contracts/site';
import { Link } from 'react-router-dom';
import { useHost } from '../host';
import { hrefOf } from '../href';

/** A declared link: to a page of the site, or out of it. */
export function OutLink({ label, url, className }: SiteLink & { className?: string | undefined }) {
  const { site } = useHost();
  if (url.startsWith('/'))
    return (
      <Link to={url} className={className}>
        {label}
      </Link>
    );
  return (
    <a className={className} href={hrefOf(url, site)} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
