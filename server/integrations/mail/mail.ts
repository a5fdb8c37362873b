// SMTP client with a time limit and a circuit breaker.
import { domainToASCII } from 'node:url';
import type { Mail, Mailer } from '../../shared/mailer.ts';
import { type HealthProbe, createLastCallHealth } from '../../shared/healthProbe.ts';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { createCircuitBreaker, callThroughBreaker } from '../circuitBreaker.ts';

interface MailSettings {
  smtpUrl: string;
  /** True to refuse an `smtp:` server without STARTTLS; `?requireTLS=false` in the address sets it to false. */
  requireTls: boolean;
  /** The sender, an address with or without a name. */
  from: string;
}

interface Options {
  clock: Clock;
  log: Log;
  /** Time limit of one mail; the limit for upstreams by default. */
  timeoutMs?: number;
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** The mail server refused this mail permanently. */
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

const circuitOpen = (): SmtpError =>
  Object.assign(new Error('Failed repeatedly'), { code: 'left alone for a moment' });

const isDown = (error: unknown): boolean => !isRefusal(error as SmtpError);

/** The address as the client sends it: with a lower-case ASCII domain. */
const asSent = (address: string): string => {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at).toLowerCase());
};

const emailDomain = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** Creates the SMTP client of the settings, and the health probe of its last mail. */
export function createMail(
  { smtpUrl, requireTls, from }: MailSettings,
  { clock, log, timeoutMs = limits.upstream.mailMs }: Options,
): { mailer: Mailer; probe: HealthProbe } {
  const outcome = createLastCallHealth();
  const breaker = createCircuitBreaker(clock);

  const deliver = async (mail: Mail): Promise<{ refused: string[] }> => {
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
          ...(mail.unsubscribeUrl
            ? {
                headers: {
                  'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                },
              }
            : {}),
          messageId: `<${mail.id}@${emailDomain(from)}>`,
        }),
        late,
      ]);
      const rejected = new Set(sent.rejected);
      return { refused: mail.to.filter((address) => rejected.has(asSent(address))) };
    } finally {
      clearTimeout(timer);
      transport.close();
    }
  };

  return {
    mailer: {
      async send(mail) {
        let refused: string[];
        try {
          ({ refused } = await callThroughBreaker(breaker, { openError: circuitOpen, isDown }, () =>
            deliver(mail),
          ));
        } catch (error) {
          const failure = unavailable(error instanceof Error ? error : new Error(String(error)));
          outcome.recordFailure(failure.message);
          throw failure;
        }
        const [count, all] = [refused.length, mail.to.length];
        if (count === 0) outcome.recordSuccess();
        else {
          outcome.recordFailure(
            `The mail server refused the mail for ${count} of ${all} recipients.`,
          );
          log.warn({ count }, 'The mail server refused some recipients');
        }
        return { refused };
      },
    },
    probe: { name: 'mail', isVital: false, check: async () => outcome.state() },
  };
}
