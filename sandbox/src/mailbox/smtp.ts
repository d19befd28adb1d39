import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  id: number;
  to: string;
  from: string;
  subject: string;
  text: string;
  at: string;
}

const MOST = 500;

/** A mail server that keeps what it gets. */
export function createMailbox() {
  const mails: ReceivedMail[] = [];
  let last = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(
          ({ subject = '', text = '', from }) => {
            const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
            mails.unshift({
              id: ++last,
              to,
              from: from?.address ?? '',
              subject,
              text,
              at: new Date().toISOString(),
            });
            mails.length = Math.min(mails.length, MOST);
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  return { mails, server };
}
