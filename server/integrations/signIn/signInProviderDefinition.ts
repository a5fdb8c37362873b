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
  /** Null where the settings do not set up OpenID Connect with this provider. */
  openId(settings: Groups): OpenIdClientSettings<Person> | null;
  /** Path of our own page on which a sign-in without OpenID Connect begins. */
  loginPage?(settings: Groups): string | null;
}

/** `work`: the person belongs to a company by a proven address; `telegram`: by the list of allowed ids. */
export type SignInProviderDefinition =
  ({ kind: 'work' } & Definition<WorkPerson>) | ({ kind: 'telegram' } & Definition<TelegramPerson>);
