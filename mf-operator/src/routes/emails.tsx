import type { ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery } from '../access/console-page';
import { getMails } from '../mails/api';
import { MailList } from '../mails/mail-list';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Emails',
    subject: 'the emails',
    query: ['q', 'state', 'below'],
    read: ({ api }, { query }) => getMails(api, listQuery(query, ['state'])),
    Content: MailList,
  });
