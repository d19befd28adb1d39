import type { ShellApi } from '@carry/remote-kit';
import { getMails } from '../mails/api';
import { MailList } from '../mails/mail-list';
import { consolePage, listQuery } from '../page/console-page';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Emails',
    subject: 'the emails',
    query: ['below'],
    read: ({ api }, { query }) => getMails(api, listQuery(query)),
    Content: MailList,
  });
