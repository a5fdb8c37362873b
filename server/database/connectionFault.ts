// Explanation of a failed database connection for operators: what is wrong and what to do, in one line.
import { isNativeError } from 'node:util/types';
import { errorCode, errorMessage } from '../shared/errorCode.ts';
import { isConnectionError, isDatabaseUnavailable } from './databaseErrors.ts';

const trustRemedy =
  'name the file of the authority with sslrootcert=/path/ca.pem, or set sslmode=no-verify to check nothing';
const unknownIssuer = `is signed by an authority that is not known here: ${trustRemedy}`;

/** Faults of a certificate, by the error code of OpenSSL or Node. */
const certificateFaults: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `is signed by itself: ${trustRemedy}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  CERT_HAS_EXPIRED: 'has expired: renew it, and check the clock of this machine',
  CERT_NOT_YET_VALID: 'is not valid yet: check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is for another name than the host in the address: write the name of the certificate, or set sslmode=verify-ca with sslrootcert',
};

/** Remedies by the error code of PostgreSQL or Node; PostgreSQL's message names user and database, never a password. */
const remedies: Record<string, string> = {
  '28P01':
    'Check user and password; in the password write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F and % as %25',
  '28000': 'Check the user, pg_hba.conf and sslmode (require, where the server takes TLS alone)',
  '3D000':
    "Create it: CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8', or correct the end of the address",
  ECONNREFUSED: 'Nothing listens there: check host and port, and that PostgreSQL runs',
  ENOTFOUND: 'The host is not known: check its name, and special characters in the password',
  EAI_AGAIN: 'The name of the host cannot be looked up: check it and the name server',
  ETIMEDOUT: 'The host does not answer: check address and firewall',
};

/** Faults that are recognised by their message only. */
const messages: [RegExp, string][] = [
  [
    /does not support SSL connections/,
    'The server has no TLS: set sslmode=disable, or switch TLS on there',
  ],
  [/client password must be a string/, 'The server asks for a password, and the address has none'],
];

function describe(error: Error, name: string): string {
  const [code, said] = [errorCode(error), errorMessage(error)];
  const certificate = certificateFaults[code];
  if (certificate)
    return `The certificate of the database server ${certificate} (${name}, ${code})`;
  const remedy = remedies[code] ?? messages.find(([pattern]) => pattern.test(said))?.[1];
  return `The database cannot be reached: ${said}. ${remedy ?? 'Check that PostgreSQL runs'} (${name})`;
}

/** Explains a connection error; null for other errors. @param name of the setting with the address */
export function connectionFault(error: unknown, name = 'DATABASE_URL'): string | null {
  for (let current = error; isNativeError(current); current = current.cause)
    if (isConnectionError(current) || isDatabaseUnavailable(current))
      return describe(current, name);
  return null;
}
