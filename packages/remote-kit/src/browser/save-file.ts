const REVOKE_MS = 60_000;

/** Saves a file on the visitor's device. Its type is dropped, so that no browser opens it as a page of this site. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content.slice(0, content.size, 'application/octet-stream'));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
