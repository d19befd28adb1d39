/** Largest documents of the store, in bytes; a larger one is not read. */
export const MAX_DOCUMENT_BYTES = {
  live: 1024 * 1024,
  record: 1024 * 1024,
  previews: 256 * 1024,
  audit: 16 * 1024,
  site: 256 * 1024,
} as const;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export class MalformedDocument extends Error {
  override readonly name = 'MalformedDocument';
}

/** Parses and validates a JSON document of the store. Throws {@link MalformedDocument}. */
export function parseDocument<Document>(
  name: string,
  schema: { parse(value: unknown): Document },
  content: Buffer,
): Document {
  try {
    // a schema would drop such a key silently, with everything below it
    const value: unknown = JSON.parse(content.toString(), (key, value) => {
      if (FORBIDDEN_KEYS.has(key)) throw new Error(`forbidden key '${key}'`);
      return value;
    });
    return schema.parse(value);
  } catch (cause) {
    throw new MalformedDocument(`${name} is malformed: ${explain(cause as Error)}`, { cause });
  }
}

function explain(error: Error): string {
  const { issues: [first] = [] } = error as { issues?: { path: PropertyKey[]; message: string }[] };
  const text = first
    ? `${first.path.map(String).join('.') || 'the document'}: ${first.message}`
    : error.message;
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

export const encode = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
