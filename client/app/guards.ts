/** Route guards (specification, section 2); the server checks rights again for every call. */
import i18next from 'i18next';
import { findCurrentUser } from '../browser/currentUser.ts';
import { setTelegramToken } from '../browser/telegramToken.ts';
import { notify } from '../design/notify.ts';
import { loginPathFrom, paths, safeReturnPath } from './paths.ts';
import type { Guard } from './screens.tsx';

/** Redirects visitors to the login screen, and back afterwards. */
export const requireUser: Guard = async ({ pathname, search, hash }) =>
  (await findCurrentUser()) ? null : loginPathFrom(pathname + search + hash);

/** Redirects non-admins to the dashboard with a message; behind `requireUser`. */
export const requireAdmin: Guard = async () => {
  const user = await findCurrentUser();
  if (user?.isAdmin) return null;
  notify.error(i18next.t('error.accessDenied'), { id: 'access-denied' });
  return paths.dashboard;
};

/** Redirects `?service=` links of the catalogue to the service's page. */
export const redirectToService: Guard = ({ search }) => {
  const id = new URLSearchParams(search).get('service');
  return id && /^[1-9]\d{0,9}$/.test(id) ? paths.service.replace(':id', id) : null;
};

/** Redirects signed-in people from the login screen; the token of a bot link is asked about after that. */
export const redirectSignedIn: Guard = async ({ search }) => {
  const user = await findCurrentUser().catch((failure: unknown) => {
    console.info('The signed-in user could not be loaded', failure);
    return null;
  });
  if (!user) return null;
  const query = new URLSearchParams(search);
  setTelegramToken(query.get('telegramToken') || null);
  return safeReturnPath(query.get('from'));
};
