import { createHash } from 'node:crypto';

/** The subresource integrity value of a file's content. */
export const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
