// Fake SMTP server that stores received mails and refuses on demand.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

interface ReceivedMail {
  /** Recipients of the SMTP envelope, which may differ from the headers. */
  recipients: string[];
  mail: ParsedMail;
}

/** Step and SMTP code of a refusal. */
export type Refusal = 'busy' | 'recipient' | 'content' | 'silent';

export interface FakeMailServer {
  /** For `SMTP_URL`. */
  url: string;
  port: number;
  /** Address of the received mails as JSON; null without `readingPort`. */
  readingUrl: string | null;
  mails: ReceivedMail[];
  /** Refuses from now on: `busy` (421), `recipient` (550), `content` (554), `silent` (no answer); null accepts mail again. */
  setRefusal(how: Refusal | null): void;
  /** Refuses one recipient (550) from now on; null accepts mail for everybody again. */
  refuseRecipient(address: string | null): void;
  close(): Promise<void>;
}

interface Options {
  /** A free port by default. */
  port?: number;
  /** Port of the received mails as JSON, 0 for a free one; not served by default. */
  readingPort?: number;
}

const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Starts the fake on the loopback address; received mails are lost when it ends. */
export async function startFakeMailServer({
  port = 0,
  readingPort,
}: Options = {}): Promise<FakeMailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: Refusal | null = null;
  let refusedRecipient: string | null = null;

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom(_address, _session, done) {
      if (refusal === 'silent') return;
      done(refusal === 'busy' ? smtpError(421, 'Come again later') : null);
    },
    onRcptTo(address, _session, done) {
      const isRefused = refusal === 'recipient' || address.address === refusedRecipient;
      done(isRefused ? smtpError(550, 'No such recipient') : null);
    },
    onData(stream: SMTPServerDataStream, session: SMTPServerSession, done) {
      simpleParser(stream).then((mail) => {
        if (refusal === 'content') {
          done(smtpError(554, 'This mail is not wanted'));
          return;
        }
        mails.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    smtp.on('error', reject);
    smtp.listen(port, '127.0.0.1', resolve);
  });
  // A client that disconnects in the middle of a mail is no error.
  smtp.removeAllListeners('error').on('error', () => {});

  const reading = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(
      JSON.stringify(
        mails.map(({ recipients, mail }) => ({
          recipients,
          subject: mail.subject,
          replyTo: mail.replyTo?.text,
          date: mail.date,
          text: mail.text,
        })),
        null,
        2,
      ),
    );
  });
  let readingUrl: string | null = null;
  if (readingPort !== undefined) {
    await new Promise<void>((resolve, reject) => {
      reading.once('error', reject).listen(readingPort, '127.0.0.1', resolve);
    });
    readingUrl = `http://127.0.0.1:${(reading.address() as AddressInfo).port}/`;
  }

  const listening = (smtp.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    readingUrl,
    mails,
    setRefusal(how) {
      refusal = how;
    },
    refuseRecipient(address) {
      refusedRecipient = address;
    },
    async close() {
      reading.closeAllConnections();
      reading.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}
