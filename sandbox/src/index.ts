import type { Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type ChatOptions, chatRoutes } from './chat/routes';
import { mailboxRoutes } from './mailbox/routes';
import { createMailbox } from './mailbox/smtp';
import { page } from './page';
import { type PaymentOptions, paymentRoutes } from './payments/routes';

export type { ReceivedMail } from './mailbox/smtp';

export interface SandboxOptions {
  /** 0: any that is free. */
  port: number;
  smtpPort: number;
  payments: Omit<PaymentOptions, 'origin'>;
  chat: ChatOptions;
}

const portOf = (server: NetServer) => (server.address() as AddressInfo).port;

/** Starts the stand-ins for payments, chat and mail on this machine; resolves when they listen. */
export async function startSandbox({ port, smtpPort, payments, chat }: SandboxOptions) {
  const mailbox = createMailbox();
  const app = new Hono();
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port }, () => resolve(listening)) as Server;
    listening.once('error', reject);
  });
  const origin = `http://localhost:${portOf(server)}`;
  app.get('/', (context) =>
    context.html(
      page(
        'Sandbox',
        html`<p>Stand-ins for the payment provider, the chat service and the mail server.</p><p><a href="/mail">Mailbox</a></p>`,
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
    smtpUrl: `smtp://127.0.0.1:${portOf(mailbox.server.server)}`,
    mails: mailbox.mails,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => mailbox.server.close(resolve));
    },
  };
}
