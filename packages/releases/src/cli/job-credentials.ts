import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { parsePass } from '../signing/pass';

/** Time that a pass must still be valid: a command makes many requests, ms. */
const MARGIN_MS = 60_000;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const credentials = z.object({ privateKey: z.string(), pass: z.string() });
export type Credentials = z.infer<typeof credentials>;

export const getExpiry = ({ pass }: Credentials): string => parsePass(pass).expires;

export const isUsable = (stored: Credentials): boolean =>
  Date.parse(getExpiry(stored)) - Date.now() > MARGIN_MS;

/** Credentials of one job's token in the temporary folder. Encrypted with a key derived from the token: later jobs of a runner have the same Unix user. */
export class CredentialsFile {
  private readonly file: string;
  private readonly key: Buffer;

  constructor(server: string, token: string) {
    const id = createHash('sha256').update(`${server}\n${token}`).digest('hex');
    this.file = path.join(tmpdir(), `carry-pass-${id}`);
    this.key = Buffer.from(hkdfSync('sha256', token, server, 'carry job credentials', 32));
  }

  read(): Credentials | null {
    try {
      const content = readFileSync(this.file);
      const decipher = createDecipheriv(CIPHER, this.key, content.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(content.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(content.subarray(NONCE_BYTES + TAG_BYTES));
      const stored = credentials.parse(
        JSON.parse(Buffer.concat([text, decipher.final()]).toString()),
      );
      parsePass(stored.pass);
      return stored;
    } catch {
      return null;
    }
  }

  /** Throws if the temporary folder is full or read-only. */
  write(created: Credentials): void {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    const text = Buffer.concat([cipher.update(JSON.stringify(created)), cipher.final()]);
    rmSync(this.file, { force: true });
    const content = Buffer.concat([nonce, cipher.getAuthTag(), text]);
    writeFileSync(this.file, content, { mode: 0o600, flag: 'wx' }); // follows no link of another user
  }
}
