// An e-mail address on the command line.
import { InvalidArgumentError } from 'commander';

/** The address without surrounding blanks. @throws InvalidArgumentError, which ends the command with 2 */
export function emailArgument(text: string): string {
  const email = text.trim();
  if (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email)) return email;
  throw new InvalidArgumentError('It must be an e-mail address.');
}
