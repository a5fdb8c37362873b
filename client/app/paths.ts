/** Paths of all screens (specification, section 2). */
import { safeRedirect } from '../../server/shared/safeRedirect.ts';

export const paths = {
  home: '/',
  login: '/login',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  directAccess: '/auth/direct-access',
  providerCallback: '/oauth/:provider/callback',
  dashboard: '/dashboard',
  /** Written by client/items/serviceLink.ts. */
  service: '/services/:id',
  compare: '/compare',
  /** Address check: `?url=`. */
  check: '/check',
  profile: '/profile',
  profileItems: '/profile/knowledge',
  profileUseCases: '/profile/use-cases',
  profileRequests: '/profile/requests',
  profileApprovals: '/profile/approvals',
  profileRules: '/profile/rules',
  profileNotifications: '/profile/notifications',
  profileTokens: '/profile/tokens',
  profileSessions: '/profile/sessions',
  admin: '/admin',
  adminComplaints: '/admin/complaints',
  adminInconsistencies: '/admin/inconsistencies',
  adminAccess: '/admin/access',
  adminAuditLog: '/admin/audit-log',
  adminServices: '/admin/services',
  adminCatalogueGaps: '/admin/catalogue-gaps',
  adminTokens: '/admin/tokens',
  adminPeople: '/admin/people',
  adminImport: '/admin/import',
  adminSetup: '/admin/setup',
  adminRules: '/admin/rules',
} as const;

/** Admin's list of new complaints. */
export const newComplaintsPath = `${paths.adminComplaints}?status=new`;

/** Login screen that leads back to `place`. */
export const loginPathFrom = (place: string): string =>
  place === paths.home || place.startsWith(paths.login)
    ? paths.login
    : `${paths.login}?from=${encodeURIComponent(place)}`;

/** Path inside Loadout to open after the sign-in; anything else, and the login screen, becomes the dashboard. */
export function safeReturnPath(asked: string | null | undefined): string {
  const place = safeRedirect(asked);
  return place && !/^\/login(?![^/?#])/.test(place) ? place : paths.dashboard;
}
