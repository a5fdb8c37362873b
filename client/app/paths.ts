/** Every address of the page (specification, section 2). */

export const paths = {
  home: '/',
  login: '/login',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  directAccess: '/auth/direct-access',
  googleCallback: '/oauth/google/callback',
  telegramCallback: '/oauth/telegram/callback',
  dashboard: '/dashboard',
  /** Of one service; client/items/serviceLink.ts writes it. */
  service: '/services/:id',
  profile: '/profile',
  profileKnowledge: '/profile/knowledge',
  profileUseCases: '/profile/use-cases',
  profileRequests: '/profile/requests',
  profileSessions: '/profile/sessions',
  admin: '/admin',
  adminComplaints: '/admin/complaints',
  adminInconsistencies: '/admin/inconsistencies',
  adminActivity: '/admin/activity',
  adminServices: '/admin/services',
  adminWishes: '/admin/wishes',
  adminTokens: '/admin/tokens',
  adminPeople: '/admin/people',
  adminImport: '/admin/import',
  adminSetup: '/admin/setup',
} as const;

/** The admin's list of new complaints. */
export const newComplaints = `${paths.adminComplaints}?status=new`;

/** The login screen, which leads back to `place` afterwards. */
export const loginFrom = (place: string): string =>
  place === paths.home || place.startsWith(paths.login)
    ? paths.login
    : `${paths.login}?from=${encodeURIComponent(place)}`;

/** A place inside Loadout to go to after signing in; anything else becomes the dashboard. */
export function safePlace(place: string | null | undefined): string {
  if (!place || !/^\/(?![/\\])/.test(place)) return paths.dashboard;
  const url = new URL(place, 'https://loadout.invalid');
  const inside = url.origin === 'https://loadout.invalid' && !url.pathname.startsWith(paths.login);
  return inside ? `${url.pathname}${url.search}${url.hash}` : paths.dashboard;
}
