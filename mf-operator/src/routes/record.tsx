import type { ApiClient, ShellApi } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { auditEntries } from '@carry/remote-kit/own-answers';
import { consolePage, listQuery } from '../access/console-page';
import { RecordTable } from '../record/record';

const getRecord = (api: ApiClient, query: string) =>
  read(auditEntries, api.get(`/api/operator/audit/?${query}`, { bearer: true }));

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Record',
    subject: 'the record',
    query: ['below'],
    read: ({ api }, { query }) => getRecord(api, listQuery(query)),
    Content: RecordTable,
  });
