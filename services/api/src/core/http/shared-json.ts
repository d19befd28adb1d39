import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** An answer as JSON. Several requests can send it: it is printed, hashed and compressed once. */
export class SharedJson<Body> {
  readonly body: Body;
  private printed: string | undefined;
  private hash: string | undefined;
  private packed: Uint8Array<ArrayBuffer> | undefined;

  constructor(body: Body) {
    this.body = body;
  }

  get text(): string {
    this.printed ??= JSON.stringify(this.body);
    return this.printed;
  }

  get tag(): string {
    this.hash ??= `"${createHash('sha1').update(this.text).digest('hex')}"`;
    return this.hash;
  }

  get gzip(): Uint8Array<ArrayBuffer> {
    this.packed ??= gzipSync(this.text);
    return this.packed;
  }
}
