import type { RemoteRoute, ShellApi } from '@carry/contracts/shell';

/** Adapts the shell and the routes of remotes that are built for an older contract. */
export interface ContractAdapter {
  shell(shell: ShellApi): unknown;
  routes(routes: unknown[]): RemoteRoute[];
}
