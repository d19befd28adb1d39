import type { ReactNode } from 'react';
import { useShell } from './remote';

/** Links to the URL of a public setting in a new tab; renders only the text if the setting is missing. */
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
