import type { ShellApi } from '@carry/remote-kit';
import { findMembers } from '../members/api';
import { MemberList } from '../members/member-list';
import { consolePage, listQuery } from '../page/console-page';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Members',
    subject: 'the members',
    query: ['q', 'below'],
    read: ({ api }, { query }) => findMembers(api, listQuery(query)),
    Content: MemberList,
  });
