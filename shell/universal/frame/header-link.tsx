import type { SiteFrame } from '@carry/contracts/site';
import { Icon } from '@carry/ui';
import styles from './header.module.css';
import { OutLink } from './out-link';

type Link = NonNullable<SiteFrame['header']>[number];

/** A header link. Small screens show the icon and the short label; the accessible name stays complete. */
export function HeaderLink({ link: { label, url, short = label, icon } }: { link: Link }) {
  const [before, after] = label.split(short);
  return (
    <OutLink label={label} url={url} className={styles.out}>
      {icon && <Icon path={icon} className={styles.mark} />}
      <span>
        {before && <span className={styles.rest}>{before}</span>}
        {short}
        {after && <span className={styles.rest}>{after}</span>}
      </span>
    </OutLink>
  );
}
