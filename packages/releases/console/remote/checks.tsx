import { type CheckResult, formatMs } from '@carry/contracts/console';
import { Badge } from '../parts/badge';
import { TableScroll } from '../parts/page';

interface ChecksProps {
  label: string;
  checks: readonly CheckResult[];
}

export const Checks = ({ label, checks }: ChecksProps) => (
  <TableScroll label={label}>
    <table>
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">Result</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ name, ms, problem }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {problem === null ? (
                <Badge tone="success">Passed</Badge>
              ) : (
                <Badge tone="danger">Refused</Badge>
              )}
            </td>
            <td>{formatMs(ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
);
