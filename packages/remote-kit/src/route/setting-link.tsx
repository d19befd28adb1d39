import type { ReactNode } from 'react';
import { useShell } from './remote';

/** A link to the address in a public setting, in a tab of its own; the words alone where the site has no such setting. */
export function SettingLink({ name, children }: { name: string; children: ReactNode }) {
  const url = useShell().site.settings[name];
  return url ? (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    children
  );
}
