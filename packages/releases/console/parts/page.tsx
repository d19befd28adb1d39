import { Banner } from '@carry/ui';
import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export const Page = ({ title, aside, children }: PageProps) => (
  <>
    <title>{`${title} – Releases`}</title>
    <div className={styles.head}>
      <h1>{title}</h1>
      {aside}
    </div>
    {children}
  </>
);

interface LoadedProps<Value> {
  document: { value: Value | null; error: string | null };
  children(value: Value): ReactNode;
}

export function Loaded<Value>({ document: { value, error }, children }: LoadedProps<Value>) {
  return (
    <>
      {error && (
        <Banner tone="danger" role="alert" className={styles.problem}>
          {error}
          {value !== null && ' What you see may be outdated.'}
        </Banner>
      )}
      {value === null && !error && (
        <p role="status" className={styles.loading}>
          Loading…
        </p>
      )}
      {value !== null && children(value)}
    </>
  );
}

/** A table that scrolls sideways; on phones, each row of one with `data-title` on its cells is a block. */
export const TableScroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
