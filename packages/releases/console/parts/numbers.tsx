import {
  describeNumbers,
  findNumbers,
  formatAbandonment,
  formatMs,
  formatShare,
  type ReleaseNumbers,
  type SiteHealth,
} from '@carry/contracts/console';
import { formatCount } from '@carry/contracts/format';
import { formatPlural } from './format';
import { TableScroll } from './page';
import { Version } from './version';

interface Arm {
  label: string;
  version: string;
}

interface NumbersProps {
  health: SiteHealth;
  remote: string;
  version: string;
}

export function NumbersLine({ health, remote, version }: NumbersProps) {
  if (!('releases' in health)) return null;
  return <>{describeNumbers(findNumbers(health, remote, version))}</>;
}

const cell = (measured: { mean: number; count: number } | undefined) =>
  measured ? formatMs(measured.mean) : '–';

const variantRows = (label: string, numbers: ReleaseNumbers | undefined) =>
  Object.entries(numbers?.variants ?? {})
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([variant, { used, failed, vitals }]) => (
      <tr key={`${numbers?.version} ${variant}`}>
        <th scope="row">
          {label} with {variant}
        </th>
        <td data-title="Pages">{formatCount(used)}</td>
        <td data-title="Failures">{formatShare(failed, used)}</td>
        <td data-title="Left early">–</td>
        <td data-title="LCP">{cell(vitals['LCP'])}</td>
        <td data-title="INP">{cell(vitals['INP'])}</td>
        <td data-title="CLS">{vitals['CLS']?.mean.toFixed(3) ?? '–'}</td>
        <td data-title="TTI">{cell(vitals['TTI'])}</td>
        <td data-title="TBT">{cell(vitals['TBT'])}</td>
        <td data-title="Server render">–</td>
        <td data-title="Render failures">–</td>
      </tr>
    ));

export function NumbersTable({
  health,
  remote,
  arms,
}: {
  health: SiteHealth;
  remote: string;
  arms: Arm[];
}) {
  if (!('releases' in health)) return <p>{health.unavailable}</p>;
  return (
    <TableScroll label="Health of the releases in use">
      <table>
        <thead>
          <tr>
            <th scope="col">Release</th>
            <th scope="col">Pages</th>
            <th scope="col">Failures</th>
            <th scope="col">Left early</th>
            <th scope="col">LCP</th>
            <th scope="col">INP</th>
            <th scope="col">CLS</th>
            <th scope="col">TTI</th>
            <th scope="col">TBT</th>
            <th scope="col">Server render</th>
            <th scope="col">Render failures</th>
          </tr>
        </thead>
        <tbody>
          {arms.flatMap(({ label, version }) => {
            const numbers = findNumbers(health, remote, version);
            return [
              <tr key={version}>
                <th scope="row">
                  {label} <Version version={version} />
                </th>
                <td data-title="Pages">{formatCount(numbers?.used ?? 0)}</td>
                <td data-title="Failures">
                  {numbers ? formatShare(numbers.failed, numbers.used) : '–'}
                </td>
                <td data-title="Left early">{(numbers && formatAbandonment(numbers)) ?? '–'}</td>
                <td data-title="LCP">{cell(numbers?.vitals['LCP'])}</td>
                <td data-title="INP">{cell(numbers?.vitals['INP'])}</td>
                <td data-title="CLS">{numbers?.vitals['CLS']?.mean.toFixed(3) ?? '–'}</td>
                <td data-title="TTI">{cell(numbers?.vitals['TTI'])}</td>
                <td data-title="TBT">{cell(numbers?.vitals['TBT'])}</td>
                <td data-title="Server render">
                  {numbers?.renderMs != null ? formatMs(numbers.renderMs) : '–'}
                </td>
                <td data-title="Render failures">
                  {numbers ? formatShare(numbers.renderFailed, numbers.rendered) : '–'}
                </td>
              </tr>,
              ...variantRows(label, numbers),
            ];
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}

export function NumbersNote({ health }: { health: SiteHealth }) {
  if (!('releases' in health)) return <>{health.unavailable}</>;
  const hours = health.uptimeSeconds / 3600;
  const since =
    hours < 1
      ? formatPlural(Math.max(1, Math.round(hours * 60)), 'minute')
      : formatPlural(Math.round(hours), 'hour');
  return (
    <>
      Averages of one site over the {since} since it started. TTI is the time until a page responds,
      TBT how long its scripts block input, in browsers that measure it. Left early: pages closed
      before they responded, counted while a canary is compared with the live release.
    </>
  );
}
