import type { FlagDeclarations, RemoteModule, ShellApi, SlotParts } from '@carry/contracts/shell';
import { type NoFlags, type RemoteShell, ShellProvider, withDefaults } from '../route/remote';
import { followSession } from '../route/session';

type SlotFile<Flags extends FlagDeclarations> = { slot(shell: RemoteShell<Flags>): SlotParts };

/**
 * Creates a slot whose file loads on demand. The build names its chunk `slot-<name>`, so that the release can list its files.
 *
 * @example defineRemote(routes, { slots: lazySlot('rating', () => import('./slots/rating')) });
 */
export const lazySlot = <const Flags extends FlagDeclarations = NoFlags>(
  name: string,
  load: () => Promise<SlotFile<Flags>>,
  { flags = {} as Flags }: { flags?: Flags } = {},
): NonNullable<RemoteModule['slots']> => ({
  async [name](host: ShellApi) {
    const shell = withDefaults(host, flags);
    const sessions = followSession<ShellApi>(shell);
    const { Component, ...parts } = (await load()).slot(shell);
    return {
      ...parts,
      // biome-ignore lint/correctness/noComponentHookFactories: a slot is created once for its place
      Component: (slot) => (
        <ShellProvider sessions={sessions}>
          <Component {...slot} />
        </ShellProvider>
      ),
    };
  },
});
