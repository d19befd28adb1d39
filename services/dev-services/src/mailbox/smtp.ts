import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  id: number;
  /** `Message-ID`; mail clients use it to detect duplicates. */
  messageId: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  /** Null for a plain-text mail. */
  html: string | null;
  replyTo: string | null;
  unsubscribe: string | null;
  unsubscribePost: string | null;
  attachments: { name: string; type: string; content: string }[];
  at: string;
}

const MAX_MAILS = 500;

export function createMailbox() {
  const mails: ReceivedMail[] = [];
  let lastId = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(
          ({
            messageId = '',
            subject = '',
            text = '',
            html,
            from,
            replyTo,
            headers,
            attachments,
          }) => {
            const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? null;
            const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
            mails.unshift({
              id: ++lastId,
              messageId,
              to,
              from: from?.address ?? '',
              subject,
              text,
              html: html ?? null,
              replyTo: replyTo?.[0]?.address ?? null,
              unsubscribe: header('list-unsubscribe'),
              unsubscribePost: header('list-unsubscribe-post'),
              attachments: attachments.map(({ filename, mimeType, content }) => ({
                name: filename ?? '',
                type: mimeType,
                content: typeof content === 'string' ? content : new TextDecoder().decode(content),
              })),
              at: new Date().toISOString(),
            });
            mails.length = Math.min(mails.length, MAX_MAILS);
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  server.on('error', () => {}); // a killed client resets its connection, which must not end this process
  return { mails, server };
}
