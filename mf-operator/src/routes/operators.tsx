import type { ShellApi } from '@carry/remote-kit';
import { consolePage } from '../access/console-page';
import { getOperators } from '../operators/api';
import { OperatorList } from '../operators/operator-list';

export const route = (shell: ShellApi) =>
  consolePage(shell, {
    title: 'Operators',
    subject: 'the operators',
    read: ({ api }) => getOperators(api),
    Content: OperatorList,
  });
