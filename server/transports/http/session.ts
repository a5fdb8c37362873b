// Session middleware: the caller by cookie or bearer token, and the context of a request.
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { visitor, type Viewer } from '../../modules/people/accounts/accounts.ts';
import type { Language } from '../../shared/language.ts';
import type { BrowserSession, Context } from '../graphql/context.ts';
import { DomainError } from '../../shared/domainError.ts';
import { hashSecret } from '../../shared/secrets.ts';
import { limits } from '../../config/limits.ts';
import type { Services } from '../../composition.ts';
import { startTimeLimit } from '../../shared/requestTimeLimit.ts';
import { plainAddress } from './callerKey.ts';
import type { Cookies } from './cookies.ts';
import { abortOnDisconnect } from './abortOnDisconnect.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Set by `giveRequestId` before anything can fail. */
    requestId?: string;
    /** Set by `identify` before any transport runs. */
    viewer?: Viewer;
  }
}

const sessionCookie = 'sid';
const attemptPrefix = 'signin-';

/** Name of the cookie of a sign-in attempt, so that tabs that sign in at once do not overwrite each other's. */
const attemptCookie = (state: string): string =>
  attemptPrefix + hashSecret(state).toString('base64url').slice(0, 22);

const refusesPerson = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'FORBIDDEN';

/** The first supported language of Accept-Language; null for none. */
export function askedLanguage(header: string | undefined): Language | null {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)$/i.exec(one)?.[1]).find(Boolean);
      return { language: tag.trim().toLowerCase().split('-')[0], quality: Number(quality ?? 1) };
    })
    .filter((one) => one.quality > 0 && (one.language === 'ru' || one.language === 'en'))
    .sort((a, b) => b.quality - a.quality);
  const first = wanted[0]?.language;
  return first === 'en' || first === 'ru' ? first : null;
}

/** Language of callers who ask for none (specification, section 9). */
export const fallbackLanguage: Language = 'ru';

/** The language of an answer. */
export const preferredLanguage = (header: string | undefined): Language =>
  askedLanguage(header) ?? fallbackLanguage;

const bearerOf = (request: Request): string | null =>
  /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

const acceptableId = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives every request an id: the caller's, when it is safe to log. */
export const giveRequestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  response.locals.requestId = given && acceptableId.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', response.locals.requestId);
  next();
};

/** The current owner of a browser's session; ignores tokens. */
export const viewerOfSession =
  (services: Services, cookies: Cookies) =>
  async (request: Request): Promise<Viewer> => {
    const token = cookies.read(request, sessionCookie);
    return token ? services.sessions.getViewer(token) : visitor;
  };

/** Identifies the caller. A bearer token never works together with the cookie. */
export const identify = (services: Services, cookies: Cookies): RequestHandler => {
  const ofSession = viewerOfSession(services, cookies);
  return async (request: Request, response: Response, next: NextFunction) => {
    const bearer = bearerOf(request);
    response.locals.viewer = bearer
      ? await services.apiTokens.getViewer(bearer)
      : await ofSession(request);
    next();
  };
};

export const getViewer = (response: Response): Viewer => response.locals.viewer ?? visitor;

export const getRequestId = (response: Response): string => response.locals.requestId ?? '';

const browserSession = (
  services: Services,
  cookies: Cookies,
  request: Request,
  response: Response,
): BrowserSession => {
  const open = async (userId: number): Promise<void> => {
    const former = cookies.read(request, sessionCookie);
    if (former) await services.sessions.close(former);
    const { token } = await services.sessions.open(userId, request.get('user-agent'));
    cookies.write(response, sessionCookie, token, limits.session.absoluteMs);
  };
  const close = async (): Promise<void> => {
    const token = cookies.read(request, sessionCookie);
    if (token) await services.sessions.close(token);
    cookies.clear(response, sessionCookie);
  };
  return {
    open,
    close,
    beginSignIn({ state, secret }) {
      const others = cookies.names(request, attemptPrefix);
      const tooMany = Math.max(0, others.length + 1 - limits.session.signInAttempts);
      for (const oldest of others.slice(0, tooMany)) cookies.clear(response, oldest);
      cookies.write(response, attemptCookie(state), secret, limits.session.signInAttemptMs);
    },
    async completeSignIn(state, work) {
      const name = state ? attemptCookie(state) : cookies.names(request, attemptPrefix).at(-1);
      const secret = name ? cookies.read(request, name) : null;
      if (name && secret) cookies.clear(response, name);
      try {
        const result = await work(secret);
        await open(result.user.id);
        return result;
      } catch (error) {
        // Other failures say nothing about the person: the attempt has expired, or the provider is down.
        if (secret && refusesPerson(error)) await close();
        throw error;
      }
    },
  };
};

/** The context of a request, equal for every transport. */
export const createContextMaker =
  (services: Services, cookies: Cookies, timeMs: number) =>
  (
    request: Request,
    response: Response,
    { isOwnDocument = false }: Partial<Pick<Context, 'isOwnDocument'>> = {},
  ): Context => {
    const viewer = getViewer(response);
    const timeLimit = startTimeLimit(timeMs);
    response.once('close', () => timeLimit.end());
    return {
      viewer,
      language: preferredLanguage(request.get('accept-language')),
      services,
      loaders: services.loadersFor(viewer),
      session: browserSession(services, cookies, request, response),
      requestId: getRequestId(response),
      ip: plainAddress(request.ip ?? ''),
      host: request.hostname,
      timeLimit,
      whenOver: () => abortOnDisconnect(response),
      isOwnDocument,
      counted: new Map(response.locals.counted),
    };
  };

export type ContextMaker = ReturnType<typeof createContextMaker>;
