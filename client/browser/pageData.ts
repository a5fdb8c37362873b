/** Data that the server writes into the page, so that its first paint needs no request. */
import { readSettings, type ClientSettings } from './environment.ts';
import { PageSettingsDocument } from './generated.ts';
import { graphqlCall } from './serverCalls.ts';
import type { Language } from '../i18n/languages.ts';

export interface PageData {
  settings: ClientSettings;
  /** The signed-in person as GET /api/v1/auth/me answers; null for a visitor, undefined when not said. */
  user: unknown;
  language: Language;
  /** Id of the client's build. */
  build: string;
  /** Whether the session requires a new sign-in with Google. */
  mustReauthenticate?: boolean;
  /** Words by namespace, in `language`. */
  translations?: Record<string, Record<string, unknown>>;
  /** Answers to the first queries of the screen, for `user`. */
  firstPage?: FirstAnswer[];
}

/** One query with its answer (client/app/firstQueries.ts). */
export interface FirstAnswer {
  /** Name of the operation. */
  name: string;
  variables: Record<string, unknown>;
  data: unknown;
}

/** Reads `<script type="application/json" id="boot">`; asks the server where a page came without it. */
export async function readPageData(page: Document = document): Promise<PageData> {
  const text = page.getElementById('boot')?.textContent;
  if (text) {
    const boot = JSON.parse(text) as PageData;
    return { ...boot, settings: readSettings(boot.settings) };
  }
  const data = await graphqlCall(PageSettingsDocument, {});
  return {
    settings: readSettings(data.clientSettings),
    user: undefined,
    language: page.documentElement.lang === 'en' ? 'en' : 'ru',
    build: data.health.build,
  };
}

let firstPage: { userId: string; answers: FirstAnswer[] } | null = null;

/** Stores the answers that came with the page until the first screen takes them. */
export function storeFirstPage(userId: string, answers: FirstAnswer[]): void {
  firstPage = { userId, answers };
}

/** Returns the answers once, and only for the person that they belong to. */
export function takeFirstPage(userId: string | undefined): FirstAnswer[] {
  const taken = firstPage;
  firstPage = null;
  return taken && taken.userId === userId ? taken.answers : [];
}
