// Fake SMTP server that stores received mails and refuses on demand.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** A mail as it arrived. */
interface ReceivedMail {
  /** To whom the mail server was told to deliver it, whatever its headers say. */
  recipients: string[];
  mail: ParsedMail;
}

/** At which step, and with which code of SMTP. */
export type Refusal = 'busy' | 'recipient' | 'content' | 'silent';

export interface FakeMailServer {
  /** For `SMTP_URL`. */
  url: string;
  port: number;
  /** Where the received mails can be read as JSON; null when nowhere was asked for. */
  readingUrl: string | null;
  mails: ReceivedMail[];
  /** Refuses from now on: `busy` (421), `recipient` (550), `content` (554), `silent` (no answer); null takes mail again. */
  setRefusal(how: Refusal | null): void;
  /** Refuses one recipient (550) from now on, and nobody else; null takes mail for everybody again. */
  refuseRecipient(address: string | null): void;
  close(): Promise<void>;
}

interface Options {
  /** Any free one by default. */
  port?: number;
  /** The port at which the received mails can be read as JSON, 0 for any free one; nowhere by default. */
  readingPort?: number;
}

const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Starts the fake on the loopback address; what it received is gone when it ends. */
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
  // A client that goes away in the middle of a mail is its own business.
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
