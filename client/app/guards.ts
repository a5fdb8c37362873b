/** Route guards (specification, section 2); the server checks rights again for every call. */
import i18next from 'i18next';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { findCurrentUser, type CurrentUser } from '../browser/currentUser.ts';
import { setTelegramToken } from '../browser/telegramToken.ts';
import { notify } from '../design/notify.ts';
import { loginPathFrom, paths, safeReturnPath } from './paths.ts';

type Request = Pick<LoaderFunctionArgs, 'request'>;

async function userOrLogin({ request }: Request): Promise<CurrentUser> {
  const user = await findCurrentUser();
  if (user) return user;
  const { pathname, search, hash } = new URL(request.url);
  throw redirect(loginPathFrom(pathname + search + hash));
}

/** Redirects visitors to the login screen, and back afterwards. */
export async function requireUser(args: Request): Promise<null> {
  await userOrLogin(args);
  return null;
}

/** Redirects non-admins to the dashboard with a message. */
export async function requireAdmin(args: Request): Promise<null> {
  const user = await userOrLogin(args);
  if (user.isAdmin) return null;
  notify.error(i18next.t('error.accessDenied'), { id: 'access-denied' });
  throw redirect(paths.dashboard);
}

/** Redirects `?service=` links of the catalogue to the service's page. */
export function redirectToService({ request }: Request): null {
  const id = new URL(request.url).searchParams.get('service');
  if (id && /^[1-9]\d{0,9}$/.test(id)) throw redirect(paths.service.replace(':id', id));
  return null;
}

/** Redirects signed-in people from the login screen; the token of a bot link is asked about after that. */
export async function redirectSignedIn({ request }: Request): Promise<null> {
  const user = await findCurrentUser().catch((failure: unknown) => {
    console.info('The signed-in user could not be loaded', failure);
    return null;
  });
  if (!user) return null;
  const query = new URL(request.url).searchParams;
  setTelegramToken(query.get('telegramToken') || null);
  throw redirect(safeReturnPath(query.get('from')));
}
