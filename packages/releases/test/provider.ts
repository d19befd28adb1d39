import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Issuer } from './issuer';

/** Credentials of the console at the provider. */
export const CLIENT = { clientId: 'carry-console', clientSecret: 'a secret of the console' };

/** A local OpenID provider whose accounts sign in with a code. */
export class Provider {
  readonly issuer = new Issuer();
  /** Signs the ID tokens instead of the issuer. */
  forger: Issuer | null = null;
  private server: Server | undefined;
  private readonly codes = new Map<string, Record<string, unknown>>();

  async open(): Promise<this> {
    await this.issuer.open();
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', async () => {
        const code = new URLSearchParams(body).get('code') ?? '';
        const claims = this.codes.get(code);
        this.codes.delete(code); // valid once
        response.setHeader('content-type', 'application/json');
        if (!claims) return response.writeHead(400).end('{"error":"invalid_grant"}');
        const signer = this.forger ?? this.issuer;
        const id_token = await signer.token(CLIENT.clientId, {
          claims: { ...claims, iss: this.issuer.url },
          header: { kid: this.issuer.id },
        });
        return response.end(
          JSON.stringify({ access_token: 'opaque', token_type: 'Bearer', id_token }),
        );
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.issuer.says = {
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      response_types_supported: ['code'],
    };
    return this;
  }

  /** Returns a code for an account that signed in on the page at this address. */
  grant(authorize: URL, claims: Record<string, unknown>): string {
    const code = `code-${this.codes.size}-${Math.random()}`;
    this.codes.set(code, { nonce: authorize.searchParams.get('nonce'), ...claims });
    return code;
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
    this.issuer.close();
  }
}
