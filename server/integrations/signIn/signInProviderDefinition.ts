// Definition of a sign-in provider: its names, its OpenID client and the callback path in the client.
import type { Groups } from '../../config/settingGroups.ts';
import type { TelegramPerson, WorkPerson } from '../../modules/people/signIn/identityProviders.ts';
import type { OpenIdClientSettings } from './openIdClient.ts';

interface Definition<Person> {
  /** Key in the API, the database and the locales: small Latin letters and digits. */
  name: string;
  /** Proper name, for messages of the server. */
  label: string;
  /** Route of the client to which the provider returns the browser. */
  callbackPath(settings: Groups): string;
  /** Null when the settings do not configure OpenID Connect with this provider. */
  openId(settings: Groups): OpenIdClientSettings<Person> | null;
  /** Path of our page for a sign-in without OpenID Connect. */
  loginPage?(settings: Groups): string | null;
}

/** `work`: a verified address proves the company; `telegram`: the id is on the list of allowed ones. */
export type SignInProviderDefinition =
  ({ kind: 'work' } & Definition<WorkPerson>) | ({ kind: 'telegram' } & Definition<TelegramPerson>);
