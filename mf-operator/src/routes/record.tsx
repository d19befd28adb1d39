import type { ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery } from '../access/console-page';
import { getRecord } from '../record/api';
import { RecordTable } from '../record/record';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Record',
    subject: 'the record',
    query: ['below'],
    read: ({ api }, { query }) => getRecord(api, listQuery(query)),
    Content: RecordTable,
  });
