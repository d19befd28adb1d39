import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

interface Minted {
  /** Overrides; undefined removes a claim. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  at?: number;
}

/** A local OpenID provider: discovery, key set, and tokens of one pipeline. */
export class Issuer {
  url = '';
  /** Requests for its keys. */
  reads = 0;
  /** Requests for its discovery document. */
  discoveries = 0;
  /** Path with an endless response, and the number of chunks sent. */
  endless = '';
  taken = 0;
  /** Overrides of the discovery document. */
  says: Record<string, unknown> = {};
  private server: Server | undefined;
  private pair: ReturnType<typeof generateKeyPair>;
  private readonly alg: string;
  private kid = 1;
  private minted = 0;

  constructor(alg = 'RS256') {
    this.alg = alg;
    this.pair = generateKeyPair(alg, { extractable: true });
  }

  async open(): Promise<this> {
    const server = createServer(async (request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === this.endless) return this.pour(response);
      if (request.url === '/.well-known/openid-configuration') {
        this.discoveries++;
        return response.end(
          JSON.stringify({ issuer: this.url, jwks_uri: `${this.url}/keys`, ...this.says }),
        );
      }
      if (request.url === '/keys') {
        this.reads++;
        const key = await exportJWK((await this.pair).publicKey);
        return response.end(
          JSON.stringify({ keys: [{ ...key, kid: this.id, use: 'sig', alg: this.alg }] }),
        );
      }
      response.writeHead(404).end('{}');
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  private pour(response: ServerResponse): void {
    const part = Buffer.alloc(64 * 1024, ' ');
    const more = () => {
      while (!response.destroyed && response.write(part)) this.taken += part.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  get id(): string {
    return `key-${this.kid}`;
  }

  /** Replaces the signing key; removes the previous one. */
  rotate(): void {
    this.pair = generateKeyPair(this.alg);
    this.kid++;
  }

  /** Returns the claims of a valid token like GitHub's. */
  payload(audience: string, at = Date.now(), more: Record<string, unknown> = {}): JWTPayload {
    const now = Math.floor(at / 1000);
    const claims = {
      iss: this.url,
      sub: 'repo:carry/mf-booking:ref:refs/heads/main',
      aud: audience,
      jti: `token-${++this.minted}`,
      iat: now,
      nbf: now,
      exp: now + 300,
      repository: 'carry/mf-booking',
      ref: 'refs/heads/main',
      ...more,
    };
    return JSON.parse(JSON.stringify(claims)) as JWTPayload;
  }

  /** Returns a token, signed with the current key. */
  async token(audience: string, { claims = {}, header = {}, at }: Minted = {}): Promise<string> {
    return new SignJWT(this.payload(audience, at, claims))
      .setProtectedHeader({ alg: this.alg, kid: this.id, ...header })
      .sign((await this.pair).privateKey);
  }
}
