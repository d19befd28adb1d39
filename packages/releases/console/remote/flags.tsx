import type { RemoteFlag } from '@carry/contracts/console';
import { TableScroll } from '../parts/page';

const ALL = 100;
const onOrOff = (isOn: boolean) => (isOn ? 'On' : 'Off');

function describeValue({ percent, default: standard }: RemoteFlag): string {
  if (percent === null) return `${onOrOff(standard ?? false)} (default)`;
  return percent > 0 && percent < ALL ? `On for ${percent} %` : onOrOff(percent === ALL);
}

export const Flags = ({ flags }: { flags: readonly RemoteFlag[] }) => (
  <TableScroll label="Values of the feature flags">
    <table>
      <thead>
        <tr>
          <th scope="col">Flag</th>
          <th scope="col">Value</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {flags.map((flag) => (
          <tr key={flag.flag}>
            <th scope="row">{flag.flag}</th>
            <td data-title="Value">{describeValue(flag)}</td>
            <td data-title="What it does">{flag.does ?? 'Not declared by a release in use'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
);
