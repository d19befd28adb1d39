type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the canonical JSON of a value (RFC 8785), which is what gets signed. Throws for a value that JSON lacks. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value as Record<string, Json | undefined>)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)); // by UTF-16 code units (RFC 8785)
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} is not a JSON number`);
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${typeof value} is not a JSON value`);
  return text;
}
