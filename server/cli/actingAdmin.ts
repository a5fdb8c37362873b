// For whom a command acts where the record of changes names somebody: an admin.
import { Option } from 'commander';
import type { Member } from '../modules/people/accounts/accounts.ts';
import type { Services } from '../composition.ts';
import { emailArgument } from './emailArgument.ts';

/** `--owner EMAIL` of the commands that act for an admin. */
export const ownerOption = (): Option =>
  new Option(
    '--owner <email>',
    'the admin for whom it acts; needed when there are several',
  ).argParser(emailArgument);

/** The admin for whom a command acts. @throws DomainError NOT_FOUND, or INVALID when it is not clear who */
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
