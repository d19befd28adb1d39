import { assetPath } from '@carry/remote-kit';
import { formatDate } from '@carry/remote-kit/format';
import { MAX_EMAIL } from '@carry/remote-kit/limits';
import { Button, Card, SkeletonBox, State, TextField } from '@carry/ui';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import empty from '../art/empty.svg';
import styles from './parts.module.css';

/** Rows of a full page of the API's lists. */
export const LIST_ROWS = 100;

export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.quiet}>{children}</p>
);

export const EmptyState = ({ children }: { children: ReactNode }) => (
  <State drawing={assetPath(empty)}>
    <p>{children}</p>
  </State>
);

interface EmptyTextProps {
  noun: string;
  cursor?: string;
  /** Text of an empty first page. */
  children: ReactNode;
}

/** Text of a list without rows. A full last page links to an empty one. */
export function EmptyText({ noun, cursor = 'below', children }: EmptyTextProps) {
  const [search] = useSearchParams();
  return search.has(cursor) ? `No older ${noun}.` : children;
}

/** A list of cards; `two` puts two beside each other where there is room. */
export function Cards<T extends { id: number | string }>({
  of,
  two = false,
  children,
}: {
  of: readonly T[];
  two?: boolean;
  children(item: T): ReactNode;
}) {
  return (
    <ul className={`${styles.rows} ${two ? styles.two : ''}`}>
      {of.map((item) => (
        <li key={item.id}>
          <Card>{children(item)}</Card>
        </li>
      ))}
    </ul>
  );
}

export const CardHead = ({ children }: { children: ReactNode }) => (
  <p className={styles.head}>{children}</p>
);

export const CardText = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className={styles.words}>
    {children}
  </p>
);

export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);

export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);

export function Search({ label }: { label: string }) {
  const [search, setSearch] = useSearchParams();
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari 16 has no <search>
    <form
      method="get"
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        const q = new FormData(event.currentTarget).get('q');
        const next = new URLSearchParams(search); // keeps filters
        for (const name of ['q', 'below']) next.delete(name);
        if (typeof q === 'string' && q.trim()) next.set('q', q.trim());
        setSearch(next);
      }}
    >
      <TextField
        id="console-search"
        name="q"
        label={label}
        value={search.get('q') ?? ''}
        maxLength={MAX_EMAIL}
        autoComplete="off"
      />
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  );
}

interface FilterProps {
  label: string;
  name: string;
  values: readonly (readonly [value: string, label: string])[];
  /** Cursor of the list, which a change of the filter drops. */
  cursor?: string;
}

/** Links that set one filter of the list; the value '' is that of the usual list. */
export function Filter({ label, name, values, cursor = 'below' }: FilterProps) {
  const [search] = useSearchParams();
  const current = search.get(name) ?? '';
  const linkTo = (value: string) => {
    const next = new URLSearchParams(search);
    next.delete(cursor);
    if (value) next.set(name, value);
    else next.delete(name);
    return { search: next.toString() };
  };
  return (
    <nav aria-label={label} className={styles.filter}>
      {values.map(([value, text]) => (
        <Link key={value} to={linkTo(value)} aria-current={value === current ? 'true' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

interface OlderLinkProps {
  rows: readonly { id: number }[];
  /** Query parameter of the list, if its page has several lists. */
  cursor?: string;
  noun?: string;
}

export function OlderLink({ rows, cursor = 'below', noun = 'entries' }: OlderLinkProps) {
  const last = rows.at(-1);
  if (!last || rows.length < LIST_ROWS) return null;
  return (
    <PageLink cursor={cursor} last={String(last.id)}>
      Show older {noun}
    </PageLink>
  );
}

interface PageLinkProps {
  cursor: string;
  /** Last entry of this page. */
  last: string;
  children: ReactNode;
}

/** Link to the next page of a list; the other parameters of the address stay. */
export function PageLink({ cursor, last, children }: PageLinkProps) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set(cursor, last);
  return (
    <p>
      <Link to={`?${next}`}>{children}</Link>
    </p>
  );
}

export const formatMoment = (iso: string | null | undefined): string =>
  iso
    ? formatDate(new Date(iso), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
    : 'No set time';

/** Prints a status of the API, such as "pending_payment". */
export const toWords = (status: string): string => status.replaceAll('_', ' ');

export const Loading = ({ status }: { status: string }) => (
  <>
    <p role="status" className={styles.quiet}>
      {status}
    </p>
    <div className={styles.rows} aria-hidden="true">
      {['first', 'second', 'third'].map((key) => (
        <SkeletonBox key={key} className={styles.skeleton} />
      ))}
    </div>
  </>
);
