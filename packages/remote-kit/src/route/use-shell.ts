import type { FlagDeclarations, ShellApi } from '@carry/contracts/shell';
import { createContext, useContext } from 'react';

export type NoFlags = Record<never, never>;

/** The shell's API with the members that older shells lack, and a value for each feature flag that the remote declares. */
export type RemoteShell<Flags extends FlagDeclarations = NoFlags> = Omit<
  ShellApi,
  'flags' | 'locale'
> & {
  readonly locale: string;
  readonly flags: { readonly [Name in keyof Flags]: boolean };
};

export const ShellContext = createContext<ShellApi | null>(null);

/**
 * Returns the shell's API. Throws outside of a remote's routes.
 *
 * @example const { flags } = useShell<typeof ownFlags>();
 */
export function useShell<Flags extends FlagDeclarations = NoFlags>(): RemoteShell<Flags> {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell must be used inside routes of defineRemote');
  return shell as RemoteShell<Flags>;
}

/** Returns the shell with the defaults of what it has no value for. */
export function withDefaults<Flags extends FlagDeclarations>(shell: ShellApi, flags: Flags) {
  const values: Record<string, boolean> = {};
  for (const [name, flag] of Object.entries(flags))
    values[name] = shell.flags?.[name] ?? flag.default;
  return { locale: 'en', ...shell, flags: values } as RemoteShell<Flags>;
}
