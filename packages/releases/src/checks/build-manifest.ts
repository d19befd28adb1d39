import { type BuildManifest, buildManifest } from '@carry/contracts/release';
import { z } from 'zod';
import { parseDocument } from '../documents/document';
import { ReleaseRefused, refuseUnless } from '../errors/errors';

const versioned = z.object({ version: z.unknown().optional() });

/** Parses a `build.json`. Throws {@link ReleaseRefused}. */
export function parseManifest(file: string, text: Buffer): BuildManifest {
  const { version = 'missing' } = parse(file, versioned, text);
  refuseUnless(
    /^\d+\.\d+\.\d+$/.test(String(version)),
    `"version" in package.json is ${version}; set it to three numbers such as 1.0.0`,
  );
  return parse(file, buildManifest, text);
}

function parse<Document>(
  file: string,
  schema: { parse(value: unknown): Document },
  text: Buffer,
): Document {
  try {
    return parseDocument(file, schema, text);
  } catch (cause) {
    throw new ReleaseRefused(`${(cause as Error).message}; build it again with the current kit`, {
      cause,
    });
  }
}
