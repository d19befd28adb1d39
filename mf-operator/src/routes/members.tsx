import type { ShellApi } from '@carry/remote-kit';
import { consolePage, listQuery } from '../access/console-page';
import { findMembers } from '../members/api';
import { MemberList } from '../members/member-list';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Members',
    subject: 'the members',
    query: ['q', 'below'],
    read: ({ api }, { query }) => findMembers(api, listQuery(query)),
    Content: MemberList,
  });
