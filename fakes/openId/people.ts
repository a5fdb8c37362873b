// Accounts of the fake OpenID provider.
import { createHash } from 'node:crypto';

export interface FakePerson {
  /** Digits, as Google's ids are. */
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** The Workspace domain; null for a private account. */
  hostedDomain: string | null;
  picture: string | null;
  /** Further claims of the ID token. */
  claims: Record<string, unknown>;
}

/** A person with defaults; the subject is derived from the address. */
export function fakePerson(given: Partial<FakePerson> & { email: string }): FakePerson {
  const digits = BigInt(
    `0x${createHash('sha256').update(given.email.toLowerCase()).digest('hex').slice(0, 16)}`,
  );
  const [local = '', domain = ''] = given.email.split('@');
  return {
    sub: String(100_000_000_000_000_000_000n + digits),
    emailVerified: true,
    name: local
      .split(/[._-]/)
      .filter(Boolean)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
    hostedDomain: domain === 'gmail.com' ? null : domain,
    picture: null,
    claims: {},
    ...given,
  };
}

export function createPeople(first: readonly FakePerson[]) {
  const people = new Map(first.map((person) => [person.sub, person]));
  return {
    all: (): FakePerson[] => [...people.values()],
    bySubject: (sub: string): FakePerson | undefined => people.get(sub),
    /** Adds a person, or replaces the one with this subject. */
    put(person: FakePerson): FakePerson {
      people.set(person.sub, person);
      return person;
    },
  };
}

export type People = ReturnType<typeof createPeople>;
