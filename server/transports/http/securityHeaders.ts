// Security headers for every answer, and the Content-Security-Policy of the page with a nonce (guarantee C4).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Allows the scripts of this one page. */
    nonce?: string;
  }
}

/** Pages whose address contains a token or a code (guarantee A8). */
const bearsSecret = /^\/(auth|oauth|unsubscribe)\//;

/** Features that no page of ours uses, disabled for all scripts (W3C Permissions Policy). */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The only page that may run Telegram's script and show its frame: the sign-in with the widget. */
const isWidgetPage = ({ path, query }: Request): boolean =>
  /^\/login\/?$/.test(path) && query['with'] === 'telegram';

const nonceSource = (_request: IncomingMessage, response: ServerResponse): string =>
  `'nonce-${(response as { locals?: { nonce?: string } }).locals?.nonce}'`;

/**
 * @param secure true when the public address is https
 * @param withWidget true when this page shows Telegram's sign-in widget
 */
const protection = (secure: boolean, withWidget: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonceSource, ...(withWidget ? ['https://telegram.org'] : [])],
        // styled-components and the toaster create style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures of people who signed in with Telegram.
        imgSrc: ["'self'", 'data:', 'blob:', 'https://t.me', 'https://*.telegram.org'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        frameSrc: [withWidget ? 'https://oauth.telegram.org' : "'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });

interface Options {
  /** True when the public address is https. */
  secure: boolean;
  /** True when sign-in with Telegram's widget is enabled. */
  telegramWidget: boolean;
}

export function securityHeaders({ secure, telegramWidget }: Options): RequestHandler {
  const protect = protection(secure, false);
  const protectWidgetPage = protection(secure, true);
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', permissionsPolicy);
    // 122 random bits; Node generates UUIDs in batches, while `randomBytes` took a thirtieth of a page's time.
    response.locals.nonce = randomUUID();
    const isOpen = telegramWidget && isWidgetPage(request);
    (isOpen ? protectWidgetPage : protect)(request, response, (error) => {
      if (bearsSecret.test(request.path)) response.setHeader('Referrer-Policy', 'no-referrer');
      next(error);
    });
  };
}
