// Sign-in through a further OpenID provider, added by one definition and its settings.
import {
  startFakeOpenIdProvider,
  type FakeOpenIdProvider,
} from '../../../fakes/openId/openIdProvider.ts';
import type { SignInAnswer } from '../../testing/googleBrowser.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { visitProvider } from '../../testing/visitProvider.ts';
import { workPersonOf } from './openIdClient.ts';
import type { SignInProviderDefinition } from './signInProviderDefinition.ts';
import { signInProviderDefinitions } from './signInProviders.ts';

let fake: FakeOpenIdProvider;
let app: TestApp;

const keycloak = (settings: FakeOpenIdProvider): SignInProviderDefinition => ({
  kind: 'work',
  name: 'keycloak',
  label: 'Keycloak',
  callbackPath: () => '/oauth/keycloak/callback',
  openId: () => ({
    issuer: settings.issuer,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    authentication: 'basic',
    scope: 'openid email profile',
    toPerson: workPersonOf,
  }),
});

beforeAll(async () => {
  fake = await startFakeOpenIdProvider({
    title: 'Keycloak (fake)',
    port: 0,
    clientId: 'loadout',
    clientSecret: 'keycloak-secret',
    authentication: 'client_secret_basic',
    people: [],
  });
  app = await startTestApp({ signInProviders: [...signInProviderDefinitions, keycloak(fake)] });
});

afterAll(async () => {
  await app.close();
  await fake.close();
});

const signIn = async (email: string) => {
  const person = app.visitor();
  const begun = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
    provider: 'keycloak',
    redirectTo: '/profile',
  });
  const { address, code, state } = await visitProvider(begun.body.url, { email });
  expect(address).toBe(`${app.url}/oauth/keycloak/callback`);
  return person.call<SignInAnswer>('POST', '/api/v1/auth/keycloak/callback', { code, state });
};

test('opens one account by a verified address of a company', async () => {
  const { status, body } = await signIn('olga.new@nexters.com');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    redirectTo: '/profile',
    user: { email: 'olga.new@nexters.com', company: { key: 'nexters' } },
  });
  expect((await signIn('olga.new@nexters.com')).body.user.id).toBe(body.user.id);
  expect(
    await app.database.db('identities').where({ user_id: body.user.id }).pluck('provider'),
  ).toEqual(['keycloak']);
});

test('refuses people of no company', async () => {
  const { status, body } = await signIn('stranger@gmail.com');
  expect({ status, reason: body.reason }).toEqual({ status: 403, reason: 'restrictedAccess' });
});

test('is listed on the sign-in page and checked by health', async () => {
  const { body } = await app
    .visitor()
    .graphql<{ clientSettings: { signInProviders: string[] } }>(
      '{ clientSettings { signInProviders } }',
    );
  expect(body.data.clientSettings.signInProviders).toEqual(['keycloak']);
  const { parts } = await app.services.health.check();
  expect(parts).toContainEqual({ name: 'keycloak', state: 'ok', detail: null });
});
