import type { ApiClient, ShellApi } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { operatorMails } from '@carry/remote-kit/own-answers';
import { consolePage, listQuery } from '../access/console-page';
import { MailList } from '../mails/mail-list';

const getMails = (api: ApiClient, query: string) =>
  read(operatorMails, api.get(`/api/operator/mails/?${query}`, { bearer: true }));

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Emails',
    subject: 'the emails',
    query: ['q', 'state', 'below'],
    read: ({ api }, { query }) => getMails(api, listQuery(query, ['state'])),
    Content: MailList,
  });
