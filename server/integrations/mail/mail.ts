// Mail by SMTP: one mail at a time, within a time limit, to the recipients that the caller names and nobody else.
import type { Mail, Mailer } from '../../domain/access/mailer.ts';
import type { HealthProbe } from '../../domain/system/health.ts';
import { limits } from '../../limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { createBreaker, throughBreaker } from '../breaker.ts';
import { createLastOutcome } from '../lastOutcome.ts';

interface MailSettings {
  smtpUrl: string;
  /** Whether an `smtp:` server without STARTTLS is refused; `?requireTLS=false` in the address lifts it. */
  requireTls: boolean;
  /** The sender, an address with or without a name. */
  from: string;
}

interface Options {
  clock: Clock;
  log: Log;
  /** How long one mail may take; the limit for upstreams by default. */
  timeoutMs?: number;
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** The mail server looked at this mail and will not have it. */
const isRefusal = ({ code, responseCode }: SmtpError): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') &&
  (responseCode === undefined || responseCode >= 500);

function unavailable(error: SmtpError): DomainError {
  const code = error.code === 'ETLS' ? 'no TLS' : (error.responseCode ?? error.code ?? 'unknown');
  return isRefusal(error)
    ? new DomainError('UNAVAILABLE', `The mail server refused the mail (${code}).`, {
        reason: 'mailRefused',
        cause: error,
      })
    : new DomainError('UNAVAILABLE', `The mail server does not take mail (${code}).`, {
        reason: 'mailAway',
        cause: error,
      });
}

const leftAlone = (): SmtpError =>
  Object.assign(new Error('Failed repeatedly'), { code: 'left alone for a moment' });

const isDown = (error: unknown): boolean => !isRefusal(error as SmtpError);

const emailDomain = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** Opens the mail server that the settings name, and the probe that tells how the last mail fared. */
export function createMail(
  { smtpUrl, requireTls, from }: MailSettings,
  { clock, log, timeoutMs = limits.upstream.mailMs }: Options,
): { mailer: Mailer; probe: HealthProbe } {
  const outcome = createLastOutcome();
  const breaker = createBreaker(clock);

  const deliver = async (mail: Mail): Promise<void> => {
    const { default: nodemailer } = await import('nodemailer');
    const transport = nodemailer.createTransport({
      requireTLS: requireTls,
      url: smtpUrl,
      connectionTimeout: Math.min(limits.upstream.connectMs, timeoutMs),
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(Object.assign(new Error('Took too long'), { code: 'ETIMEDOUT' })),
        timeoutMs,
      );
    });
    try {
      const sent = await Promise.race([
        transport.sendMail({
          from,
          to: [...mail.to],
          ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${emailDomain(from)}>`,
        }),
        late,
      ]);
      if (sent.rejected.length > 0)
        log.warn({ count: sent.rejected.length }, 'The mail server refused some recipients');
    } finally {
      clearTimeout(timer);
      transport.close();
    }
  };

  return {
    mailer: {
      async send(mail) {
        try {
          await throughBreaker(breaker, { leftAlone, isDown }, () => deliver(mail));
        } catch (error) {
          const refused = unavailable(error instanceof Error ? error : new Error(String(error)));
          outcome.failed(refused.message);
          throw refused;
        }
        outcome.succeeded();
      },
    },
    probe: { name: 'mail', isVital: false, check: async () => outcome.state() },
  };
}
