import { assetPath } from '@carry/remote-kit';
import { Drawing } from '@carry/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import climb from '../art/climb.svg';
import styles from './forms.module.css';

export interface PageFrameProps {
  /** A new title is a new page: it gets the focus. */
  title: string;
  /** Focuses the title of a page that replaces another without a navigation. */
  takesFocus?: boolean;
  children: ReactNode;
  below?: ReactNode;
}

/** A narrow column beside a drawing. */
export function PageFrame({ title, takesFocus = false, children, below }: PageFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(takesFocus ? null : title);
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {children}
        {below && <div className={styles.below}>{below}</div>}
      </div>
      <div className={styles.stage}>
        <Drawing src={assetPath(climb)} width="1200" height="640" loading="lazy" />
      </div>
    </div>
  );
}
