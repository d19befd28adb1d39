import type { RemoteRoute, ShellApi } from '@carry/contracts/shell';

/** Serves remotes of an older contract: hands them the shell as they know it, and takes their routes as they are today. */
export interface ContractAdapter {
  shell(shell: ShellApi): unknown;
  routes(routes: unknown[]): RemoteRoute[];
}
