import {
  CONTRACT_VERSION,
  type RemoteModule,
  type RemoteRoute,
  type ShellApi,
} from '@carry/contracts/shell';

interface ContractAdapter {
  shell(shell: ShellApi): unknown;
  routes(routes: unknown[]): RemoteRoute[];
}

export interface ServedContracts {
  current: number;
  /** By version. A breaking change adds the previous version; the next shell release removes it. */
  older: Readonly<Record<number, ContractAdapter>>;
}

/** Must list the same versions as `SERVED_CONTRACTS`, which the release checks read. */
export const servedContracts: ServedContracts = {
  current: CONTRACT_VERSION,
  older: {},
};

export const listVersions = ({ current, older }: ServedContracts): number[] => [
  ...Object.keys(older).map(Number),
  current,
];

/** Returns a remote's routes, adapted to the current contract. Throws if the remote's contract is not served. */
export function createRoutes(
  remote: RemoteModule,
  shell: ShellApi,
  served = servedContracts,
): RemoteRoute[] {
  const { contractVersion } = remote;
  if (contractVersion === served.current) return remote.createRoutes(shell);
  const adapter = served.older[contractVersion];
  if (!adapter)
    throw new Error(
      `the remote is built for contract ${contractVersion}; this shell serves ${listVersions(served).join(' and ')}`,
    );
  return adapter.routes(remote.createRoutes(adapter.shell(shell) as ShellApi));
}
