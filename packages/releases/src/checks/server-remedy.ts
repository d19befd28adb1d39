/** Returns what to do about an error of server code, as the end of a sentence; empty if unknown. */
export function serverRemedy(message: string): string {
  const name = /(?:^|\s)'?([\w$]+)'? is not defined/.exec(message)?.[1];
  if (!name) return '';
  return `; the server has no ${name}: use it in an effect or an event handler, and import() a library that needs it there`;
}
