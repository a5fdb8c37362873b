// Users, companies, viewers and roles.
import { DomainError } from '../../../shared/domainError.ts';
import type { Language } from '../../../shared/language.ts';

export interface Company {
  key: string;
  name: string;
  /** The tag that approves an item for this company. */
  approvalTag: string;
  /** True when items approved by it show a badge. */
  hasBadge: boolean;
}

export interface User {
  id: number;
  name: string;
  email: string | null;
  avatarUrl: string | null;
  isAdmin: boolean;
  companyKey: string | null;
  telegramId: string | null;
  telegramUsername: string | null;
  isDemo: boolean;
  /** A tool that acts with a service token: it cannot sign in and appears in no list of people. */
  isTool: boolean;
}

/** Fields of a user that others see. */
export type Person = Pick<
  User,
  'id' | 'name' | 'email' | 'avatarUrl' | 'telegramUsername' | 'companyKey'
>;

export type TokenScope = 'read' | 'write' | 'admin';

/** A caller without an account. */
export interface Visitor {
  kind: 'visitor';
  /** Set when the session or token is valid, but its person, or the admin who made the token, must sign in again. */
  unconfirmed?: Unconfirmed;
}

/** A signed-in person, or another internal tool that acts with a token. */
export interface Member {
  kind: 'member';
  user: User;
  company: Company | null;
  /** `session` for a browser; a token's scope for another tool. */
  via: 'session' | TokenScope;
  /** When the session began; null for a token. */
  signedInAt: Date | null;
  /** Id of the session; null for a token. */
  sessionId: number | null;
  /**
   * Null for a session and for the command line. `language` is that of the page that created the token, null for the
   * command line.
   */
  token: { id: number; name: string; language: Language | null } | null;
}

export type Viewer = Visitor | Member;

export type Role = 'VISITOR' | 'USER' | 'ADMIN';

export const visitor: Visitor = { kind: 'visitor' };

/** True for an admin's browser and for an admin's token with the scope `admin`. */
export const isAdmin = (viewer: Viewer): boolean =>
  viewer.kind === 'member' &&
  viewer.user.isAdmin &&
  (viewer.via === 'session' || viewer.via === 'admin');

/** The person, or the admin who made the token of a tool. */
export type Unconfirmed = 'person' | 'tokenMaker';

export const reauthenticationRequired = (who: Unconfirmed = 'person'): DomainError =>
  who === 'person'
    ? new DomainError(
        'UNAUTHENTICATED',
        'Google has not confirmed your account for too long. Open Loadout in a browser and sign in with Google; then everything works again',
        { reason: 'reauthenticationRequired' },
      )
    : new DomainError(
        'UNAUTHENTICATED',
        'The administrator who made this token has to sign in to Loadout with Google; then it works again',
        { reason: 'tokenMakerUnconfirmed' },
      );

/**
 * The member behind a viewer.
 * @throws DomainError UNAUTHENTICATED for a visitor, with `reauthenticationRequired` for one who must sign in with the
 * provider
 */
export function requireMember(viewer: Viewer): Member {
  if (viewer.kind === 'member') return viewer;
  if (viewer.unconfirmed) throw reauthenticationRequired(viewer.unconfirmed);
  throw new DomainError('UNAUTHENTICATED', 'Sign in first');
}

/**
 * The person in a browser session: tokens can neither read nor change personal data.
 * @throws DomainError UNAUTHENTICATED for a visitor, FORBIDDEN (reason `sessionOnly`) for a token
 */
export function personInBrowser(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (member.via === 'session') return member;
  throw new DomainError('FORBIDDEN', 'Only a person in a browser can do this, not a token', {
    reason: 'sessionOnly',
  });
}

/**
 * The admin behind a viewer.
 * @throws DomainError UNAUTHENTICATED for a visitor, FORBIDDEN for anybody else
 */
export function requireAdmin(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (!isAdmin(viewer))
    throw new DomainError('FORBIDDEN', 'Administrators only', { reason: 'adminOnly' });
  return member;
}

/**
 * The admin in a browser session: a stolen token must neither grant nor revoke access.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN (reason `adminOnly` or `sessionOnly`)
 */
export function adminInBrowser(viewer: Viewer): Member {
  requireAdmin(viewer);
  return personInBrowser(viewer);
}

/** Domain of an address in lower case; null for a text that is not an address. */
export function emailDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  return at > 0 && domain.includes('.') ? domain : null;
}

/** Progress of a person (specification, section 4: base 10, 45 per step). */
export interface Progress {
  value: number;
  hasWrittenUseCase: boolean;
  hasLikedUseCase: boolean;
  complete: boolean;
}

export const computeProgress = (
  hasWrittenUseCase: boolean,
  hasLikedUseCase: boolean,
): Progress => ({
  value: 10 + (hasWrittenUseCase ? 45 : 0) + (hasLikedUseCase ? 45 : 0),
  hasWrittenUseCase,
  hasLikedUseCase,
  complete: hasWrittenUseCase && hasLikedUseCase,
});
