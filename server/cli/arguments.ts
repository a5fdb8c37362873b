// Arguments, options and formats that several commands share.
import { InvalidArgumentError, Option } from 'commander';
import type { Member } from '../modules/people/accounts/accounts.ts';
import type { Services } from '../composition.ts';

/** An e-mail address without surrounding spaces. @throws InvalidArgumentError, which ends the command with 2 */
export function emailArgument(text: string): string {
  const email = text.trim();
  if (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email)) return email;
  throw new InvalidArgumentError('Enter an e-mail address.');
}

export const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

/** Parser of ids. @param subject of the id, such as `a token` */
export const idArgument =
  (subject: string) =>
  (text: string): string => {
    if (isId(text)) return text;
    throw new InvalidArgumentError(`Enter the id of ${subject}, as the list shows it.`);
  };

/** `--owner EMAIL` of the commands that act for an admin. */
export const ownerOption = (): Option =>
  new Option(
    '--owner <email>',
    'the admin for whom it acts; needed when there are several',
  ).argParser(emailArgument);

/** The admin for whom a command acts. @throws DomainError NOT_FOUND, or INVALID when `--owner` is needed */
export const actingAdmin = async (
  { admins }: Services,
  owner: string | undefined,
): Promise<Member> => ({
  kind: 'member',
  user: await admins.owner(owner ?? null),
  company: null,
  via: 'admin',
  signedInAt: null,
  sessionId: null,
  token: null,
});

export const formatDay = (moment: Date | null): string =>
  moment?.toISOString().slice(0, 10) ?? 'never';
