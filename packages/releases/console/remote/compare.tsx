import type { Difference, ReleaseDifference, RemoteDetails } from '@carry/contracts/console';
import { formatBytes } from '@carry/contracts/format';
import { SelectField } from '@carry/ui';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useDocument } from '../data/use-document';
import { Age } from '../parts/format';
import { Loaded, Page, TableScroll } from '../parts/page';
import { Commit } from '../parts/version';
import styles from './compare.module.css';
import { Pictures } from './pictures';

export function Compare() {
  const { name = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const remote = useDocument<RemoteDetails>(`/remotes/${encodeURIComponent(name)}`);
  const to = query.get('to') ?? '';
  const choose = (side: 'from' | 'to') => (version: string) => {
    const next = new URLSearchParams(query);
    next.set(side, version);
    setQuery(next, { replace: true });
  };
  return (
    <Page title={`Compare releases of ${name}`}>
      <p>
        <Link to={`/remotes/${name}`}>Back to {name}</Link>
      </p>
      <Loaded document={remote}>
        {(loaded) => {
          const from = query.get('from') ?? findBefore(loaded, to) ?? '';
          return (
            <>
              <div className={styles.choices}>
                <Choice
                  side="from"
                  label="Before"
                  remote={loaded}
                  version={from}
                  onChange={choose('from')}
                />
                <Choice
                  side="to"
                  label="After"
                  remote={loaded}
                  version={to}
                  onChange={choose('to')}
                />
              </div>
              {from && to ? (
                <Differences name={name} from={from} to={to} />
              ) : (
                <p>Choose two releases.</p>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

const findBefore = ({ live, history }: RemoteDetails, to: string): string | undefined =>
  live && live.version !== to ? live.version : history.find((version) => version !== to);

interface ChoiceProps {
  side: string;
  label: string;
  remote: RemoteDetails;
  version: string;
  onChange(version: string): void;
}

const Choice = ({ side, label, remote, version, onChange }: ChoiceProps) => (
  <SelectField
    id={side}
    name={side}
    label={label}
    value={version}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    <option value="">Choose a release</option>
    {!remote.releases.some((release) => release.version === version) && version && (
      <option value={version}>{version}</option>
    )}
    {remote.releases.map((release) => (
      <option key={release.version} value={release.version}>
        {release.version} ({release.state})
      </option>
    ))}
  </SelectField>
);

function Differences({ name, from, to }: { name: string; from: string; to: string }) {
  const query = new URLSearchParams({ from, to });
  const document = useDocument<ReleaseDifference>(
    `/remotes/${encodeURIComponent(name)}/difference?${query}`,
  );
  return (
    <Loaded document={document}>
      {(difference) => (
        <>
          <dl className={styles.facts}>
            <dt>Commit</dt>
            <dd>
              <Commit commit={difference.from.commit} /> → <Commit commit={difference.to.commit} />
            </dd>
            <dt>Built</dt>
            <dd>
              {difference.from.createdAt && <Age at={difference.from.createdAt} />} →{' '}
              {difference.to.createdAt && <Age at={difference.to.createdAt} />}
            </dd>
            <dt>Contract</dt>
            <dd>
              {difference.contract
                ? `${difference.contract.from} → ${difference.contract.to}`
                : 'the same'}
            </dd>
          </dl>
          <Pictures remote={name} difference={difference} />
          <Part
            title="Routes"
            of="gzip bytes"
            rows={difference.routes}
            format={formatBytes}
            isSize
          />
          <Part title="Shared modules" of="range" rows={difference.shared} format={String} />
          <Part title="Files" of="bytes" rows={difference.files} format={formatBytes} isSize />
        </>
      )}
    </Loaded>
  );
}

interface PartProps<Value> {
  title: string;
  of: string;
  rows: Difference<Value>[];
  format(value: Value): string;
  isSize?: boolean;
}

function Part<Value>({ title, of, rows, format, isSize = false }: PartProps<Value>) {
  const show = (value: Value | null): ReactNode => (value === null ? 'none' : format(value));
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>No difference.</p>
      ) : (
        <TableScroll label={`Differences of ${title.toLowerCase()}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{title}</th>
                <th scope="col">Before, {of}</th>
                <th scope="col">After, {of}</th>
                {isSize && <th scope="col">Change</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, from, to }) => (
                <tr key={name}>
                  <th scope="row" className={styles.name}>
                    {name}
                  </th>
                  <td data-title={`Before, ${of}`}>{show(from)}</td>
                  <td data-title={`After, ${of}`}>{show(to)}</td>
                  {isSize && (
                    <td data-title="Change">
                      {describeGrowth(Number(from ?? 0), Number(to ?? 0))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}

function describeGrowth(from: number, to: number): string {
  if (to === from) return 'same size';
  return `${to > from ? '+' : '−'}${formatBytes(Math.abs(to - from))}`;
}
