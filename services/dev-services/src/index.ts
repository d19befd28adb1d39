import type { AddressInfo, Server as NetServer } from 'node:net';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listen } from 'server-kit/http-server';
import { type ChatOptions, chatRoutes } from './chat/routes';
import { page } from './html/page';
import { mailboxRoutes } from './mailbox/routes';
import { createMailbox } from './mailbox/smtp';
import { type PaymentOptions, paymentRoutes } from './payments/routes';

export type { ReceivedMail } from './mailbox/smtp';

export interface SandboxOptions {
  /** 0: any free port. */
  port: number;
  /** Default: all addresses. */
  host?: string | undefined;
  /** Public origin. Default: localhost with the port. */
  url?: string | undefined;
  smtpPort: number;
  payments: Omit<PaymentOptions, 'origin'>;
  chat: ChatOptions;
}

const getPort = (server: NetServer) => (server.address() as AddressInfo).port;

/** Starts the fake payment provider, chat service and mail server. Resolves when they listen. */
export async function startSandbox({ port, host, url, smtpPort, payments, chat }: SandboxOptions) {
  const mailbox = createMailbox();
  const app = new Hono();
  const server = await listen(app.fetch, port, host);
  const origin = url ?? `http://localhost:${getPort(server)}`;
  app.get('/', (context) =>
    context.html(
      page(
        'Sandbox',
        html`<p>A fake payment provider, chat service and mail server for development.</p><p><a href="/mail">Mailbox</a> <a href="/refunds">Refunds</a></p>`,
      ),
    ),
  );
  app.route('/', paymentRoutes({ origin, ...payments }));
  app.route('/', chatRoutes(chat));
  app.route('/', mailboxRoutes(mailbox.mails));
  await new Promise<void>((resolve, reject) => {
    mailbox.server.once('error', reject);
    mailbox.server.listen(smtpPort, '127.0.0.1', resolve);
  });
  return {
    origin,
    smtpUrl: `smtp://127.0.0.1:${getPort(mailbox.server.server)}`,
    mails: mailbox.mails,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => mailbox.server.close(resolve));
    },
  };
}
