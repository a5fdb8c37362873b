// Security headers for every answer, and the policy of the page with a nonce of its own (limits: C4).
import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Lets the scripts of this one page run. */
    nonce?: string;
  }
}

/** Pages whose address bears a token or a code (limits: A8). */
const bearsSecret = /^\/(auth|oauth)\//;

/** What no page of ours uses, so that no script of any page may (W3C Permissions Policy). */
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

/** @param secure whether the public address is https. */
export function securityHeaders(secure: boolean): RequestHandler {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [
          "'self'",
          (_request, response) =>
            `'nonce-${(response as { locals?: { nonce?: string } }).locals?.nonce}'`,
          'https://telegram.org',
        ],
        // styled-components and the toaster write style elements while running.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://t.me', 'https://*.telegram.org'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        frameSrc: ['https://oauth.telegram.org'],
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
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', permissionsPolicy);
    response.locals.nonce = randomBytes(16).toString('base64');
    protect(request, response, (error) => {
      if (bearsSecret.test(request.path)) response.setHeader('Referrer-Policy', 'no-referrer');
      next(error);
    });
  };
}
