import type { AuditEntry, AuditPage, ReadEntry } from '@carry/contracts/console';
import { Button, SelectField, TextField } from '@carry/ui';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '../data/session';
import { useDocument } from '../data/use-document';
import { Author } from '../parts/author';
import { auditActions, describeAction } from '../parts/describe-action';
import { formatTime } from '../parts/format';
import { Loaded, Page, TableScroll } from '../parts/page';
import { VersionLink } from '../parts/version';
import styles from './audit.module.css';

const FILTERS = ['remote', 'action', 'who'] as const;
type Filter = (typeof FILTERS)[number];

export function Audit() {
  const [query, setQuery] = useSearchParams();
  const document = useDocument<AuditPage>(`/audit?${query}`);
  const older = (cursor: string) => {
    const next = new URLSearchParams(query);
    next.set('before', cursor);
    return `?${next}`;
  };
  return (
    <Page title="Audit log">
      <Filters query={query} onFilter={setQuery} />
      <Loaded document={document}>
        {({ entries, next }) => (
          <>
            {entries.length > 0 ? (
              <Entries entries={entries} />
            ) : (
              <p>{describeEmpty(query, next)}</p>
            )}
            <nav aria-label="Pages" className={styles.pages}>
              {query.has('before') && <Link to={`?${withoutCursor(query)}`}>Newest</Link>}
              {next && (
                <Link to={older(next)}>{query.has('who') ? 'Search older entries' : 'Older'}</Link>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function withoutCursor(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('before');
  return next;
}

const readFilters = (query: URLSearchParams): Record<Filter, string> => ({
  remote: query.get('remote') ?? '',
  action: query.get('action') ?? '',
  who: query.get('who') ?? '',
});

interface FiltersProps {
  query: URLSearchParams;
  onFilter(query: URLSearchParams): void;
}

function Filters({ query, onFilter }: FiltersProps) {
  const { session } = useSession();
  const applied = readFilters(query);
  const [previous, setPrevious] = useState(applied);
  const [values, setValues] = useState(applied);
  if (FILTERS.some((name) => applied[name] !== previous[name])) {
    setPrevious(applied);
    setValues(applied);
  }
  const control = (name: Filter) => ({
    id: name,
    name,
    value: values[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setValues({ ...values, [name]: value }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = FILTERS.map((name) => [name, String(form.get(name) ?? '').trim()]);
    onFilter(new URLSearchParams(next.filter(([, value]) => value !== '')));
  };
  return (
    <form className={styles.filters} onSubmit={submit}>
      <SelectField label="Remote" {...control('remote')}>
        <option value="">All</option>
        {[...Object.keys(session.remotes), 'site'].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Action" {...control('action')}>
        <option value="">All</option>
        {auditActions.map((action) => (
          <option key={action} value={action}>
            {describeAction({ action })}
          </option>
        ))}
      </SelectField>
      <TextField label="Author" {...control('who')} />
      <div className={styles.submit}>
        <Button type="submit" variant="quiet">
          Filter
        </Button>
      </div>
    </form>
  );
}

function describeEmpty(query: URLSearchParams, next: string | null): string {
  if (next) return 'No match so far.';
  return query.has('before') ? 'No older changes match.' : 'No changes match.';
}

function Entries({ entries }: { entries: ReadEntry[] }) {
  return (
    <TableScroll label="Changes">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Remote</th>
            <th scope="col">Action</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Author</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={`${entry.at} ${entry.remote} ${entry.action} ${entry.channel ?? ''}`}>
              <td data-title="Time">
                <time dateTime={entry.at}>{formatTime(entry.at)}</time>
              </td>
              <td data-title="Remote">
                {entry.remote === 'site' ? (
                  <Link to="/site">site</Link>
                ) : (
                  <Link to={`/remotes/${entry.remote}`}>{entry.remote}</Link>
                )}
              </td>
              <td data-title="Action" className={styles.action}>
                {describeAction(entry)}
              </td>
              <td data-title="From">
                {entry.from ? <VersionLink remote={entry.remote} version={entry.from} /> : '–'}
              </td>
              <td data-title="To">
                {entry.to ? <VersionLink remote={entry.remote} version={entry.to} /> : '–'}
              </td>
              <td data-title="Author" className={styles.text}>
                <Author {...entry} />
              </td>
              <td data-title="Reason" className={`${styles.text} ${styles.reason}`}>
                {entry.why}
                <NotePicture entry={entry} />
                {entry.note?.picture && entry.to && (
                  <>
                    {' '}
                    <a
                      href={`/console/api/remotes/${entry.remote}/${entry.to}/pictures/${entry.note.picture}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      Picture of {entry.note.page}
                    </a>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function NotePicture({ entry: { at, remote, to, note } }: { entry: AuditEntry }) {
  const [isMissing, setMissing] = useState(false);
  if (!note || !to || isMissing) return null;
  const { element, page, theme = 'dark', viewport } = note;
  const file = `/console/api/remotes/${remote}/${to}/notes/${at.replaceAll(/[:.]/g, '-')}.webp`;
  return (
    <figure className={styles.picture}>
      <a href={file} target="_blank" rel="noreferrer">
        <img
          src={file}
          alt={`${element ? 'The element' : page} that the note is about, opens in a new tab`}
          loading="lazy"
          onError={() => setMissing(true)}
        />
      </a>
      <figcaption>
        Chromium, {viewport.width} px wide, {theme} theme
      </figcaption>
    </figure>
  );
}
