/** What a document of the store may weigh; a longer one is not read. */
export const MAX_DOCUMENT_BYTES = {
  live: 1024 * 1024,
  record: 1024 * 1024,
  previews: 256 * 1024,
  audit: 16 * 1024,
  site: 256 * 1024,
} as const;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** A document of the store that is malformed; the message says which and why. */
export class MalformedDocument extends Error {
  override readonly name = 'MalformedDocument';
}

/** Parses a JSON document of the store and checks its shape; throws {@link MalformedDocument}. */
export function parseDocument<Document>(
  name: string,
  schema: { parse(value: unknown): Document },
  content: Buffer,
): Document {
  try {
    // a schema would skip such a key in silence, and what is below it would be lost
    const value: unknown = JSON.parse(content.toString(), (key, value) => {
      if (FORBIDDEN_KEYS.has(key)) throw new Error(`it has a key '${key}'`);
      return value;
    });
    return schema.parse(value);
  } catch (cause) {
    throw new MalformedDocument(`${name} is malformed: ${explain(cause as Error)}`, { cause });
  }
}

/** The first fault that a schema found, with its place; of other errors their message in one line. */
function explain(error: Error): string {
  const { issues: [first] = [] } = error as { issues?: { path: PropertyKey[]; message: string }[] };
  const text = first
    ? `${first.path.map(String).join('.') || 'the document'}: ${first.message}`
    : error.message;
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

export const encode = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
