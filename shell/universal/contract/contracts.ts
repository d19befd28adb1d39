import {
  CONTRACT_VERSION,
  type RemoteModule,
  type RemoteRoute,
  type ShellApi,
} from '@carry/contracts/shell';
import type { ContractAdapter } from './contract-adapter';

export interface ServedContracts {
  current: number;
  /** By version. A break adds the version before it; the release after that takes it away again. */
  older: Readonly<Record<number, ContractAdapter>>;
}

/** What this shell serves; `SERVED_CONTRACTS` of the contract names the same versions to the release checks. */
export const servedContracts: ServedContracts = {
  current: CONTRACT_VERSION,
  older: {},
};

export const versionsOf = ({ current, older }: ServedContracts): number[] => [
  ...Object.keys(older).map(Number),
  current,
];

/** A remote's routes, whichever served contract it was built for; throws for another one, in words that say which are served. */
export function routesOf(
  remote: RemoteModule,
  shell: ShellApi,
  served = servedContracts,
): RemoteRoute[] {
  const { contractVersion } = remote;
  if (contractVersion === served.current) return remote.createRoutes(shell);
  const adapter = served.older[contractVersion];
  if (!adapter)
    throw new Error(
      `it is built for contract ${contractVersion}; this shell serves ${versionsOf(served).join(' and ')}`,
    );
  return adapter.routes(remote.createRoutes(adapter.shell(shell) as ShellApi));
}
