// Fake of Google sign-in: a certified OpenID provider with Google's claims and the demo people.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeOpenIdProvider, type FakeOpenIdProvider } from './openId/openIdProvider.ts';
import { fakePerson, type FakePerson } from './openId/people.ts';

interface Options {
  /** A free port by default. */
  port?: number;
  /** By default the people of the demo catalogue, with addresses of their companies. */
  people?: readonly FakePerson[];
}

export interface FakeGoogle extends FakeOpenIdProvider {
  /** The lines of `.env` that connect Loadout to it. */
  settings: Record<'GOOGLE_ISSUER' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET', string>;
}

/** E-mail domains of the companies. */
const domains: Record<string, string> = {
  gdev: 'gdev.inc',
  nexters: 'nexters.com',
  cubicgames: 'cubicgames.com',
  gamegears: 'gamegears.online',
  lighthourgames: 'lighthour.games',
  royalark: 'royalark.com',
};

const demoFile = join(import.meta.dirname, '../server/modules/demo/seed/data/people.json');

function demoPeople(): FakePerson[] {
  const people = JSON.parse(readFileSync(demoFile, 'utf8')) as {
    name: string;
    email: string;
    company: string;
  }[];
  return people.map(({ name, email, company }) => {
    const domain = domains[company];
    return fakePerson({ name, email: domain ? `${email.split('@')[0]}@${domain}` : email });
  });
}

const stranger = fakePerson({ email: 'stranger@gmail.com', name: 'A stranger' });

export async function startFakeGoogle({ port = 0, people }: Options = {}): Promise<FakeGoogle> {
  const fake = await startFakeOpenIdProvider({
    title: 'Google (stand-in)',
    port,
    clientId: 'stand-in-client',
    clientSecret: 'stand-in-secret',
    authentication: 'client_secret_post',
    people: people ?? [...demoPeople(), stranger],
  });
  return {
    ...fake,
    settings: {
      GOOGLE_ISSUER: fake.issuer,
      GOOGLE_CLIENT_ID: fake.clientId,
      GOOGLE_CLIENT_SECRET: fake.clientSecret,
    },
  };
}
