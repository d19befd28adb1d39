import { type ApiClient, useShell } from '@carry/remote-kit';
import { useSearchParams } from 'react-router-dom';
import { DownloadButton } from './download-button';

interface DownloadListProps {
  read(api: ApiClient, query: string): Promise<Blob>;
  /** Query parameters that are filters of the list, besides the search. */
  filters?: readonly string[];
  /** The entries in a word, such as "bookings". */
  noun: string;
}

/** Button that saves all pages of a list as CSV, with the search and the filters of the address. */
export function DownloadList({ read, filters = [], noun }: DownloadListProps) {
  const { api } = useShell();
  const [search] = useSearchParams();
  const query = new URLSearchParams(
    ['q', ...filters].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return (
    <DownloadButton
      read={() => read(api, query.toString())}
      name={`${noun}.csv`}
      problem={`We couldn't export the ${noun}.`}
    >
      Download as CSV
    </DownloadButton>
  );
}
