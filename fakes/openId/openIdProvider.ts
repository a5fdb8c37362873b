// Fake OpenID provider (oidc-provider) for development and tests, with faults on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, interactionPolicy, type LoadGrant } from 'oidc-provider';
import { createMemoryAdapter } from './memoryAdapter.ts';
import { distortions, type Distortion } from './distortions.ts';
import { accountChoicePage } from './accountChoicePage.ts';
import { fakePerson, createPeople, type People, type FakePerson } from './people.ts';

/** A fault in the ID token or of the server. */
export type Fault = Distortion | 'brokenAnswer' | 'serverError';

export interface FakeOpenIdProvider {
  /** Value of the issuer setting. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  people: People;
  /** Sets the fault from now on; null removes it. */
  setFault(how: Fault | null): void;
  close(): Promise<void>;
}

interface Options {
  title: string;
  port: number;
  clientId: string;
  clientSecret: string;
  authentication: 'client_secret_post' | 'client_secret_basic';
  people: readonly FakePerson[];
}

const keyId = 'stand-in';
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopback = (address: string): boolean =>
  URL.canParse(address) && loopbackHosts.has(new URL(address).hostname);

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

const claimsOf = (person: FakePerson): Record<string, unknown> => ({
  sub: person.sub,
  email: person.email,
  email_verified: person.emailVerified,
  name: person.name,
  ...(person.hostedDomain ? { hd: person.hostedDomain } : {}),
  ...(person.picture ? { picture: person.picture } : {}),
  ...person.claims,
});

const loadGrant: LoadGrant = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client.clientId,
    accountId: oidc.session.accountId,
  });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
};

function providerConfiguration(
  { clientId, clientSecret, authentication }: Options,
  people: People,
  key: object,
): Record<string, unknown> {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://localhost/'],
        token_endpoint_auth_method: authentication,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['stand-in'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'id'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy,
      url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    loadExistingGrant: loadGrant,
    findAccount: (_context: unknown, sub: string) => {
      const person = people.bySubject(sub);
      return person && { accountId: sub, claims: () => claimsOf(person) };
    },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 3_600,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 3_600,
    },
  };
}

/** Starts the provider on the loopback address; accepts any loopback redirect address. */
export async function startFakeOpenIdProvider(options: Options): Promise<FakeOpenIdProvider> {
  const { title, clientId, clientSecret } = options;
  const people = createPeople(options.people);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: keyId, alg: 'RS256', use: 'sig' };
  let misbehaviour: Fault | null = null;

  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider = new Provider(issuer, providerConfiguration(options, people, key));
  provider.Client.prototype.redirectUriAllowed = isLoopback;
  provider.use(async (context, next) => {
    // Ignores the provider's session, so that another person can be chosen.
    if (context.path === '/auth') delete context.req.headers.cookie;
    await next();
    if (context.path !== '/token') return;
    const body = context.body as Record<string, unknown> | null;
    if (misbehaviour === null || typeof body?.['id_token'] !== 'string') return;
    if (misbehaviour === 'brokenAnswer') context.body = '<html>Bad gateway</html>';
    else if (misbehaviour === 'serverError') context.status = 503;
    else if (misbehaviour in distortions) {
      const distort = distortions[misbehaviour as Distortion];
      context.body = {
        ...body,
        id_token: await distort(body['id_token'], { privateKey, keyId, clientSecret }),
      };
    }
  });

  const answerChoice = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const form = await readForm(request);
    const email = form.get('email')?.trim();
    const chosen = email
      ? people.put(fakePerson({ email, emailVerified: form.has('verified') }))
      : people.bySubject(form.get('sub') ?? '');
    const result = chosen
      ? { login: { accountId: chosen.sub }, select_account: {} }
      : { error: 'access_denied', error_description: 'The person cancelled' };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  };

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.method === 'POST') return answerChoice(request, response);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(accountChoicePage(title, `/interaction/${uid}`, people.all()));
  };

  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      callback(request, response);
      return;
    }
    interact(request, response).catch((error: unknown) => {
      response.statusCode = 400;
      response.end(error instanceof Error ? error.message : 'This sign-in is over');
    });
  });

  return {
    issuer,
    clientId,
    clientSecret,
    people,
    setFault(how) {
      misbehaviour = how;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
