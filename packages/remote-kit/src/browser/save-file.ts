const REVOKE_MS = 60_000;

/** Without it, Excel reads a CSV file as Windows-1252 and garbles names. */
const BYTE_ORDER_MARK = '\ufeff';

/** Saves a file on the visitor's device. Its type is dropped, so that no browser opens it as a page of this site. */
export function saveFile(content: Blob, name: string): void {
  const parts = name.endsWith('.csv') ? [BYTE_ORDER_MARK, content] : [content];
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
