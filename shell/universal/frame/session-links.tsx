import type { SessionLink } from '@carry/contracts/site';
import { Link } from 'react-router-dom';

interface SessionLinksProps {
  links: readonly SessionLink[];
  classOf?(link: SessionLink): string | undefined;
}

/** Links that belong to a session; one that loads its page anew is a button. */
export const SessionLinks = ({ links, classOf }: SessionLinksProps) =>
  links.map((link) =>
    link.reload ? (
      <button
        key={link.path}
        type="button"
        className={classOf?.(link)}
        onClick={() => location.assign(link.path)}
      >
        {link.label}
      </button>
    ) : (
      <Link key={link.path} to={link.path} className={classOf?.(link)}>
        {link.label}
      </Link>
    ),
  );
