// Security headers for every answer, and the policy of the page with a nonce of its own (promise C4).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Lets the scripts of this one page run. */
    nonce?: string;
  }
}

/** Pages whose address bears a token or a code (promise A8). */
const bearsSecret = /^\/(auth|oauth|unsubscribe)\//;

/** Browser features that no page uses, so that no script may (W3C Permissions Policy). */
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

/** The one page that may run Telegram's script and show its frame: the sign-in with its widget. */
const isWidgetPage = ({ path, query }: Request): boolean =>
  /^\/login\/?$/.test(path) && query['with'] === 'telegram';

const nonceSource = (_request: IncomingMessage, response: ServerResponse): string =>
  `'nonce-${(response as { locals?: { nonce?: string } }).locals?.nonce}'`;

/**
 * @param secure whether the public address is https
 * @param withWidget whether this page shows Telegram's sign-in widget
 */
const protection = (secure: boolean, withWidget: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonceSource, ...(withWidget ? ['https://telegram.org'] : [])],
        // styled-components and the toaster write style elements while running.
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
  /** Whether the public address is https. */
  secure: boolean;
  /** Whether Telegram's widget is a way in here. */
  telegramWidget: boolean;
}

export function securityHeaders({ secure, telegramWidget }: Options): RequestHandler {
  const protect = protection(secure, false);
  const protectWidgetPage = protection(secure, true);
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', permissionsPolicy);
    // 122 random bits; Node draws them for many at once, where `randomBytes` was a thirtieth of what a page cost.
    response.locals.nonce = randomUUID();
    const isOpen = telegramWidget && isWidgetPage(request);
    (isOpen ? protectWidgetPage : protect)(request, response, (error) => {
      if (bearsSecret.test(request.path)) response.setHeader('Referrer-Policy', 'no-referrer');
      next(error);
    });
  };
}
