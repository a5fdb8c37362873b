// People, companies, and who is asking.
import { DomainError } from '../../../shared/domainError.ts';
import { reauthenticationRequired, type Unconfirmed } from '../signIn/reauthentication.ts';
import type { Language } from '../../../shared/language.ts';

export interface Company {
  key: string;
  name: string;
  /** The tag that approves an item for this company. */
  approvalTag: string;
  /** Whether items approved by it bear a ribbon. */
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
  /** A tool that acts for itself with a service token: nobody signs in as it, and no list of people names it. */
  isTool: boolean;
}

/** What others see of a person. */
export type Person = Pick<
  User,
  'id' | 'name' | 'email' | 'avatarUrl' | 'telegramUsername' | 'companyKey'
>;

export type TokenScope = 'read' | 'write' | 'admin';

/** Nobody we know. */
export interface Visitor {
  kind: 'visitor';
  /** Whose word of the provider is too old for the session or token that was sent. */
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
  /** Which of the person's sessions it is; null for a token. */
  sessionId: number | null;
  /**
   * Through which token it acts, by its id and name, and the language of the page in which it was made (null for one that a command has
   * made); null for a session and for the command line.
   */
  token: { id: number; name: string; language: Language | null } | null;
}

export type Viewer = Visitor | Member;

export type Role = 'VISITOR' | 'USER' | 'ADMIN';

export const visitor: Visitor = { kind: 'visitor' };

/** Whether the viewer may do what admins may: an admin's browser, or a token of the scope `admin` that an admin made. */
export const isAdmin = (viewer: Viewer): boolean =>
  viewer.kind === 'member' &&
  viewer.user.isAdmin &&
  (viewer.via === 'session' || viewer.via === 'admin');

/**
 * The member behind a viewer.
 * @throws DomainError UNAUTHENTICATED for a visitor, with `reauthenticationRequired` for one who must sign in with the provider.
 */
export function requireMember(viewer: Viewer): Member {
  if (viewer.kind === 'member') return viewer;
  if (viewer.unconfirmed) throw reauthenticationRequired(viewer.unconfirmed);
  throw new DomainError('UNAUTHENTICATED', 'Sign in first');
}

/**
 * The person behind a browser: what is somebody's own is neither shown to a token nor changed by it.
 * @throws DomainError UNAUTHENTICATED for a visitor, FORBIDDEN (reason `sessionOnly`) for a token.
 */
export function personInBrowser(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (member.via === 'session') return member;
  throw new DomainError('FORBIDDEN', 'Only a person in a browser can do this, not a token', {
    reason: 'sessionOnly',
  });
}

/**
 * Refuses everybody who is not an admin.
 * @throws DomainError UNAUTHENTICATED for a visitor, FORBIDDEN for anybody else.
 */
export function requireAdmin(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (!isAdmin(viewer))
    throw new DomainError('FORBIDDEN', 'Administrators only', { reason: 'adminOnly' });
  return member;
}

/**
 * An admin in a browser: a stolen token must not be able to keep a way in open, nor to shut others out.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN (reason `adminOnly` or `sessionOnly`).
 */
export function adminInBrowser(viewer: Viewer): Member {
  requireAdmin(viewer);
  return personInBrowser(viewer);
}

/** The domain of an address, in lower case; null for what is no address. */
export function emailDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  return at > 0 && domain.includes('.') ? domain : null;
}

/** What a person has done so far (specification, section 4: base 10, 45 per step). */
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
