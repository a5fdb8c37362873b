// Validation of DATABASE_URL; messages name a remedy and never the password.
import { accessSync, constants } from 'node:fs';
import { z } from 'zod';
import { errorMessage } from '../shared/errorCode.ts';

const encoding =
  'in user and password write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F and % as %25';

/** Options of node-postgres for each `sslmode`: it warns about some modes and does not know others. */
const sslModes: Record<string, Record<string, string>> = {
  disable: { sslmode: 'disable' },
  allow: { sslmode: 'disable' },
  prefer: { sslmode: 'no-verify' },
  'no-verify': { sslmode: 'no-verify' },
  require: { sslmode: 'verify-full' },
  'verify-ca': { sslmode: 'verify-ca', uselibpqcompat: 'true' },
  'verify-full': { sslmode: 'verify-full' },
};

/** Reason to refuse a text as a PostgreSQL address; null for a valid one. */
function formProblem(text: string): string | null {
  if (/^jdbc:/i.test(text)) return 'is an address for Java: leave out jdbc: and name the user';
  if (/^\w+\s*=/.test(text)) return 'is a list of keywords: write them as one address';
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return 'must be an address that begins with postgres://';
  if (scheme !== 'postgres' && scheme !== 'postgresql')
    return 'leads to another kind of database: it must begin with postgres://';
  const [, authority = '', rest = ''] = /^[^/]*\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  // An unencoded character of the password has cut the address before its host.
  if (/^\??[^?]*@|#.*@/s.test(rest)) return `cannot be read: ${encoding}`;
  if (authority === '' && /^\/?$/.test(rest)) return 'names no database';
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(','))
    return 'names several hosts: name one';
  try {
    const { username, password } = new URL(text);
    decodeURIComponent(username + password.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return null;
  } catch {
    return `cannot be read: the port is a number, and ${encoding}`;
  }
}

/** Reason to refuse the TLS parameters of an address; null for valid ones. */
function tlsProblem(query: URLSearchParams): string | null {
  const mode = query.get('sslmode');
  if (mode !== null && !Object.hasOwn(sslModes, mode))
    return `has sslmode=${mode}, which does not exist: write ${Object.keys(sslModes).join(', ')}`;
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = query.get(name);
    try {
      if (file !== null) accessSync(file, constants.R_OK);
    } catch (error) {
      return `names a file that cannot be read: ${name}: ${errorMessage(error)}`;
    }
  }
  if (mode === 'verify-ca' && !query.has('sslrootcert'))
    return 'has sslmode=verify-ca without sslrootcert: name the file of the certificate authority, or write verify-full';
  return null;
}

/** Address of a PostgreSQL database for node-postgres, as docs/operations.md describes it. */
export const databaseAddress = z.string().transform((given, context) => {
  const text = given.trim();
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const misformed = formProblem(text);
  if (misformed !== null) return refuse(misformed);
  const [base = '', ...parameters] = text.split('?');
  const query = new URLSearchParams(parameters.join('?'));
  // libpq's name for the well-known certificate authorities, which are the default.
  if (query.get('sslrootcert') === 'system') {
    query.delete('sslrootcert');
    query.set('sslmode', query.get('sslmode') ?? 'verify-full');
  }
  const untrusted = tlsProblem(query);
  if (untrusted !== null) return refuse(untrusted);
  const replaced = query.has('uselibpqcompat') ? {} : sslModes[query.get('sslmode') ?? ''];
  for (const [name, value] of Object.entries(replaced ?? {})) query.set(name, value);
  return query.size > 0 ? `${base}?${query}` : base;
});
