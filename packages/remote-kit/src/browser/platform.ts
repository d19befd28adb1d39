// Browser values that may be missing or invalid.

/** Returns true if the browser supports the time zone. */
export function isZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat(undefined, { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Returns the browser's time zone, or UTC if it is missing or invalid (`Etc/Unknown`, an empty name). */
export function browserZone(): string {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isZone(zone) ? zone : 'UTC';
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
