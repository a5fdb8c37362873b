// Invalid ID tokens that the fake OpenID provider issues on demand.
import { createHmac } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';

interface SigningKey {
  privateKey: CryptoKey;
  keyId: string;
  clientSecret: string;
}

type Distort = (token: string, key: SigningKey) => Promise<string | undefined>;

const sign = (claims: JWTPayload, privateKey: CryptoKey, keyId: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId }).sign(privateKey);

/** The same token with other claims and a valid signature; an undefined claim is removed. */
const withClaims =
  (change: (claims: JWTPayload) => Record<string, unknown>): Distort =>
  (token, { privateKey, keyId }) => {
    const claims = decodeJwt(token);
    return sign({ ...claims, ...change(claims) } as JWTPayload, privateKey, keyId);
  };

const unsigned = (header: object, claims: JWTPayload): string =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

const signedByStranger =
  (keyIdOf: (keyId: string) => string): Distort =>
  async (token, { keyId }) => {
    const { privateKey } = await generateKeyPair('RS256');
    return sign(decodeJwt(token), privateKey, keyIdOf(keyId));
  };

const now = (): number => Math.floor(Date.now() / 1000);

/** Distortions of the ID token, by name. */
export const distortions = {
  wrongIssuer: withClaims(() => ({ iss: 'https://accounts.google.com.evil.example' })),
  wrongAudience: withClaims(() => ({ aud: 'another-client' })),
  severalAudiences: withClaims(({ aud }) => ({
    aud: [aud, 'another-client'],
    azp: 'another-client',
  })),
  expired: withClaims(() => ({ iat: now() - 7_200, exp: now() - 3_600 })),
  issuedInFuture: withClaims(() => ({ iat: now() + 3_600, exp: now() + 7_200 })),
  wrongNonce: withClaims(() => ({ nonce: 'the nonce of somebody else' })),
  noNonce: withClaims(() => ({ nonce: undefined })),
  noSubject: withClaims(() => ({ sub: undefined })),
  wrongSignature: signedByStranger((keyId) => keyId),
  unknownKey: signedByStranger(() => 'a-key-that-nobody-published'),
  /** The payload of another person under this signature. */
  changedPayload: async (token) => {
    const [header, , signature] = token.split('.');
    const claims = { ...decodeJwt(token), sub: '1', email: 'admin@gdev.inc' };
    return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  },
  algorithmNone: async (token) => `${unsigned({ alg: 'none' }, decodeJwt(token))}.`,
  /** Signed with the client's secret, as if the provider used one key for both sides. */
  symmetricAlgorithm: async (token, { clientSecret }) => {
    const content = unsigned({ ...decodeProtectedHeader(token), alg: 'HS256' }, decodeJwt(token));
    return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`;
  },
  noIdToken: async () => undefined,
} satisfies Record<string, Distort>;

export type Distortion = keyof typeof distortions;
