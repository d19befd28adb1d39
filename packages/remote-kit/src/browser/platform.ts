import { getDateFormat, isTimeZone } from '@carry/contracts/format';

/** Returns the browser's time zone, or UTC if it is missing or invalid (`Etc/Unknown`, an empty name). */
export function browserZone(): string {
  const zone: string | undefined = getDateFormat({}).resolvedOptions().timeZone;
  return zone && isTimeZone(zone) ? zone : 'UTC';
}

/** Copies a text; resolves to false if the browser blocks it. Without TLS there is no clipboard API, so it falls back to `execCommand`. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyBySelection(text);
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // prevents the on-screen keyboard
  (focused?.closest('dialog') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand?.('copy') ?? false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
