/** What the server wrote into the page, so that its first paint needs no request. */
import { readSettings, type ClientSettings } from './environment.ts';
import { restCall } from './restCall.ts';

export interface Boot {
  settings: ClientSettings;
  /** The signed-in person as GET /api/v1/auth/me answers; null for a visitor, undefined when not said. */
  user: unknown;
  language: 'ru' | 'en';
  /** Id of the client's build. */
  build: string;
  /** Words by namespace, in `language`. */
  translations?: Record<string, Record<string, unknown>>;
}

const settingsDocument = `{ clientSettings { appEnvironment googleClientId googleCallbackPath
  telegramBotName telegramOpenId developerSignIn splashOnly } health { build } }`;

/** Reads `<script type="application/json" id="boot">`; asks the server where a page came without it. */
export async function readBoot(page: Document = document): Promise<Boot> {
  const text = page.getElementById('boot')?.textContent;
  if (text) {
    const boot = JSON.parse(text) as Boot;
    return { ...boot, settings: readSettings(boot.settings) };
  }
  const answer = await restCall('/graphql', { body: { query: settingsDocument } });
  const data = answer['data'] as { clientSettings: unknown; health: { build: string } };
  return {
    settings: readSettings(data.clientSettings),
    user: undefined,
    language: page.documentElement.lang === 'en' ? 'en' : 'ru',
    build: data.health.build,
  };
}
