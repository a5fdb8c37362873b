// HTML page: the built index.html with the data of this visitor.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { problemOf } from '../rest/problems.ts';
import { prefersHtml, sendErrorPage } from './errorPage.ts';
import { preferredLanguage } from './session.ts';
import type { FirstAnswer, ReadFirstPage } from './firstPageData.ts';
import type { ContextMaker } from './session.ts';
import type { Language } from '../../shared/language.ts';

/** Paths that the page answers: all without a dot, except the API and the folders of files. */
export const pagePaths = /^\/(?!api\/|graphql$|graphiql|locales\/|assets\/|media\/)[^.]*$/;

/** Data that the page has before its first request. */
interface Boot {
  user: unknown;
  settings: unknown;
  language: Language;
  build: string;
  translations: unknown;
  /** Answers to the first queries of the screen; missing when the page sends them itself. */
  firstPage?: FirstAnswer[];
  /** True when the person must sign in with the provider again. */
  mustReauthenticate?: boolean;
}

/** The signed-in person, or the error of reading them: such a page is refused, since it would look signed out. */
export interface PageUser {
  user: unknown;
  error: GraphQLFormattedError | null;
}

interface Options {
  /** Folder of the built client. */
  directory: string;
  /** True for the path of a screen. */
  isScreen(path: string): boolean;
  build: string;
  translations: Map<string, string>;
  makeContext: ContextMaker;
  /** The signed-in person, as GET /api/v1/auth/me answers. */
  readUser(context: ReturnType<ContextMaker>): Promise<PageUser>;
  readFirstPage: ReadFirstPage;
}

/** JSON that cannot end its script element or open a comment in it. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

/** The build id of the built client; `unbuilt` before the first build. */
export function readBuild(directory: string): string {
  try {
    const { build } = JSON.parse(readFileSync(join(directory, 'build.json'), 'utf8')) as {
      build: string;
    };
    return build;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'unbuilt';
    throw error;
  }
}

/** The language last chosen in this browser (its cookie holds no secret), else the browser's. */
export const pageLanguage = (request: Request): Language => {
  const { language } = parseCookie(request.headers.cookie ?? '');
  return language === 'ru' || language === 'en'
    ? language
    : preferredLanguage(request.get('accept-language'));
};

/** Translation namespaces of the screen at a path (client/app/routes.tsx), so that it waits for no further file. */
const namespacesOf = (path: string): string[] => {
  if (/^\/(privacy-policy|terms-of-service)/.test(path)) return ['common', 'legal', 'guest'];
  if (/^\/admin\/(setup|companies|tokens|webhooks|audit-log)/.test(path))
    return ['common', 'dashboard', 'setup'];
  if (/^\/(admin|profile)\/rules/.test(path)) return ['common', 'dashboard', 'service', 'rules'];
  if (path.startsWith('/loadouts')) return ['common', 'dashboard', 'service', 'loadouts'];
  if (path.startsWith('/services')) return ['common', 'dashboard', 'service'];
  if (path.startsWith('/profile/notifications')) return ['common', 'dashboard', 'notifications'];
  if (/^\/(dashboard|profile|admin)/.test(path)) return ['common', 'dashboard'];
  return ['common', 'guest'];
};

const wordsOf = (translations: Map<string, string>, language: string, namespaces: string[]) =>
  Object.fromEntries(
    namespaces.map((namespace): [string, unknown] => [
      namespace,
      JSON.parse(translations.get(`${language}/${namespace}`) ?? '{}'),
    ]),
  );

const partsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/');

/** Tells screens from other paths as the client's router does: case and a trailing slash do not matter. */
export function screenMatcher(paths: readonly string[]): (path: string) => boolean {
  const screens = paths.map(partsOf);
  return (path) => {
    const parts = partsOf(path);
    return screens.some(
      (screen) =>
        screen.length === parts.length &&
        screen.every((part, index) =>
          part.startsWith(':') ? parts[index] !== '' : part === parts[index],
        ),
    );
  };
}

const nonceMark = '__NONCE__';

export function page({
  directory,
  isScreen,
  build,
  translations,
  makeContext,
  readUser,
  readFirstPage,
}: Options): RequestHandler {
  const template = readFileSync(join(directory, 'index.html'), 'utf8');
  const render = (boot: Boot, nonce: string): string =>
    template
      .replaceAll(nonceMark, nonce)
      .replace(
        '<!--boot-->',
        () => `<script type="application/json" id="boot">${scriptJson(boot)}</script>`,
      )
      .replace(/<html lang="\w+"/, `<html lang="${boot.language}"`);
  /** Cached pages of visitors, split at their nonces, by language, namespaces and kind of host. */
  const visitorPages = new Map<string, string[]>();

  return async (request, response, next) => {
    const language = pageLanguage(request);
    const context = makeContext(request, response, { isOwnDocument: true });
    const namespaces = namespacesOf(request.path);
    const settings = context.services.clientSettings(context.host);
    const isKnown = settings.splashOnly || isScreen(request.path);
    // A program that does not accept HTML must not get a page.
    if (!(isKnown ? request.accepts('text/html') : prefersHtml(request))) {
      next();
      return;
    }
    response.status(isKnown ? 200 : 404);
    const bootOf = (facts: Pick<Boot, 'user' | 'firstPage' | 'mustReauthenticate'>): Boot => ({
      settings,
      language,
      build,
      translations: wordsOf(translations, language, namespaces),
      ...facts,
    });
    const nonce = response.locals.nonce ?? '';
    const send = (html: string): void => {
      response.setHeader('Cache-Control', 'no-store');
      response.type('html').send(html);
    };

    if (context.viewer.kind === 'visitor') {
      const mustReauthenticate = context.viewer.unconfirmed !== undefined;
      const key = JSON.stringify([language, namespaces, settings, mustReauthenticate]);
      const boot = bootOf({ user: null, ...(mustReauthenticate && { mustReauthenticate }) });
      const parts = visitorPages.get(key) ?? render(boot, nonceMark).split(nonceMark);
      visitorPages.set(key, parts);
      send(parts.join(nonce));
      return;
    }
    const [{ user, error }, firstPage] = await Promise.all([
      readUser(context),
      readFirstPage(context, request, language),
    ]);
    if (error && user === null) {
      sendErrorPage(response, problemOf(error, context.requestId), language);
      return;
    }
    send(render(bootOf({ user, ...(firstPage ? { firstPage } : {}) }), nonce));
  };
}
