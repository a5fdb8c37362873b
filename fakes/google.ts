// Stands in for Google's sign-in: a certified OpenID provider with Google's claims and the demo's people.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOpenIdStandIn, type OpenIdStandIn } from './openId/openIdStandIn.ts';
import { aStandInPerson, type StandInPerson } from './openId/people.ts';

interface GoogleStandInOptions {
  /** Any free one by default. */
  port?: number;
  /** By default the people of the demo catalogue, with addresses of their companies. */
  people?: readonly StandInPerson[];
}

export interface GoogleStandIn extends OpenIdStandIn {
  /** The lines of `.env` that make Loadout use it. */
  settings: Record<'GOOGLE_ISSUER' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET', string>;
}

/** The domains that the companies' people write from. */
const domains: Record<string, string> = {
  gdev: 'gdev.inc',
  nexters: 'nexters.com',
  cubicgames: 'cubicgames.com',
  gamegears: 'gamegears.online',
  lighthourgames: 'lighthour.games',
  royalark: 'royalark.com',
};

const demoFile = join(import.meta.dirname, '../server/modules/demo/seed/data/people.json');

function demoPeople(): StandInPerson[] {
  const people = JSON.parse(readFileSync(demoFile, 'utf8')) as {
    name: string;
    email: string;
    company: string;
  }[];
  return people.map(({ name, email, company }) => {
    const domain = domains[company];
    return aStandInPerson({ name, email: domain ? `${email.split('@')[0]}@${domain}` : email });
  });
}

const stranger = aStandInPerson({ email: 'stranger@gmail.com', name: 'A stranger' });

/** Starts it on the loopback address. */
export async function startGoogleStandIn({
  port = 0,
  people,
}: GoogleStandInOptions = {}): Promise<GoogleStandIn> {
  const standIn = await startOpenIdStandIn({
    title: 'Google (stand-in)',
    port,
    clientId: 'stand-in-client',
    clientSecret: 'stand-in-secret',
    authentication: 'client_secret_post',
    people: people ?? [...demoPeople(), stranger],
  });
  return {
    ...standIn,
    settings: {
      GOOGLE_ISSUER: standIn.issuer,
      GOOGLE_CLIENT_ID: standIn.clientId,
      GOOGLE_CLIENT_SECRET: standIn.clientSecret,
    },
  };
}
