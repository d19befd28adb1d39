import { formatDollars } from '@carry/remote-kit/format';
import type { AuditEntry } from '@carry/remote-kit/own-answers/operator';
import { DataTable } from '@carry/ui';
import { EmptyState, formatMoment, Note, OlderLink } from '../console/parts';

const resultOf = ({ status }: AuditEntry) => {
  if (typeof status !== 'number') return 'Unknown: the API stopped';
  return status < 300 ? 'Done' : `Refused (${status})`;
};

export const RecordTable = ({ data: entries }: { data: AuditEntry[] }) => (
  <>
    <Note>Everything operators do, here and on the command line. Kept for two years.</Note>
    {entries.length === 0 ? (
      <EmptyState>No actions yet.</EmptyState>
    ) : (
      <DataTable
        caption="Operator activity, newest first"
        head={['Time', 'Operator', 'Action', 'Number', 'Amount', 'Result']}
        rows={entries.map((entry) => ({
          key: String(entry.id),
          cells: [
            formatMoment(entry.at),
            entry.who,
            entry.action,
            entry.target ?? '–',
            typeof entry.amount === 'number' ? formatDollars(entry.amount) : '–',
            resultOf(entry),
          ],
        }))}
      />
    )}
    <OlderLink rows={entries} />
  </>
);
