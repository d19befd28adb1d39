import { useShell } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import type { AuditEntry } from '@carry/remote-kit/own-answers';
import { DataTable } from '@carry/ui';
import { DownloadButton } from '../console/download-button';
import { EmptyState, EmptyText, formatMoment, Note, OlderLink } from '../console/parts';
import { exportRecord } from './api';

const getResult = ({ status }: AuditEntry) => {
  if (typeof status !== 'number') return 'Unknown: the API stopped';
  if (status >= 500) return `Failed (${status}), may have gone through`;
  return status < 300 ? 'Done' : `Refused (${status})`;
};

export const RecordTable = ({ data: entries }: { data: AuditEntry[] }) => (
  <>
    <Note>Everything operators do, here and on the command line. Kept for two years.</Note>
    {entries.length === 0 ? (
      <EmptyState>
        <EmptyText noun="actions">No actions yet.</EmptyText>
      </EmptyState>
    ) : (
      <DataTable
        caption="Operator activity, newest first"
        head={['Time', 'Operator', 'Action', 'Number', 'Amount', 'Reason', 'Result']}
        rows={entries.map((entry) => ({
          key: String(entry.id),
          cells: [
            formatMoment(entry.at),
            entry.who,
            entry.action,
            entry.target ?? '–',
            typeof entry.amount === 'number' ? formatDollars(entry.amount) : '–',
            entry.reason ?? '–',
            getResult(entry),
          ],
        }))}
      />
    )}
    <OlderLink rows={entries} />
    {entries.length > 0 && <Download />}
  </>
);

function Download() {
  const { api } = useShell();
  return (
    <DownloadButton
      read={() => exportRecord(api)}
      name="record.csv"
      problem="We couldn't export the record."
    >
      Download as CSV
    </DownloadButton>
  );
}
