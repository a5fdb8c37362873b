/** Paths of all screens (specification, section 2). */
import { safeRedirect } from '../../server/shared/safeRedirect.ts';
import { screenPaths } from '../../server/shared/screenPaths.ts';

export const paths = screenPaths;

/** Admin's list of new complaints. */
export const newComplaintsPath = `${paths.adminComplaints}?status=new`;

/** Sections of the settings, by the anchors of their addresses. */
export const settingsSections = [
  'discipline',
  'notifications',
  'telegram',
  'devices',
  'tokens',
  'feeds',
] as const;

export const settingsPath = (section: (typeof settingsSections)[number]): string =>
  `${paths.profileSettings}#${section}`;

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
