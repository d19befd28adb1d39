import type { Difference, RecordDifference } from '@carry/contracts/console';
import { formatBytes } from '@carry/contracts/format';

const formatChange = (bytes: number) => `${bytes < 0 ? '−' : '+'}${formatBytes(Math.abs(bytes))}`;

function describeSize({ from, to }: Difference<number>): string {
  if (from === null) return `added, ${formatBytes(to ?? 0)}`;
  if (to === null) return 'removed';
  return `${formatBytes(to)} (${formatChange(to - from)})`;
}

const sum = (parts: readonly Difference<number>[]) =>
  parts.reduce((total, { from, to }) => total + (to ?? 0) - (from ?? 0), 0);

export function Changes({ difference }: { difference: RecordDifference }) {
  const { routes, files, shared, contract } = difference;
  if (files.length === 0 && routes.length === 0) return <p>It's the same as the live release.</p>;
  return (
    <>
      <p>
        Compared with the live release: {files.length} {files.length === 1 ? 'file' : 'files'}{' '}
        changed, {formatChange(sum(files))}.
      </p>
      {routes.length > 0 && (
        <>
          <h4>Pages</h4>
          <ul>
            {routes.map((route) => (
              <li key={route.name}>
                {route.name}: {describeSize(route)}
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>Files</summary>
        <ul>
          {files.map((file) => (
            <li key={file.name}>
              {file.name}: {describeSize(file)}
            </li>
          ))}
          {shared.map(({ name, from, to }) => (
            <li key={name}>
              {name}: {from ?? 'none'} → {to ?? 'none'}
            </li>
          ))}
          {contract && (
            <li>
              Contract {contract.from} → {contract.to}
            </li>
          )}
        </ul>
      </details>
    </>
  );
}
