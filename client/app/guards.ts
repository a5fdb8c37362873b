/** Who may see which screen (specification, section 2); the server decides again for every call. */
import i18next from 'i18next';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { findCurrentUser, type CurrentUser } from '../browser/currentUser.ts';
import { keepTravellingToken } from '../browser/telegramToken.ts';
import { notify } from '../design/notify.ts';
import { loginFrom, paths, safePlace } from './paths.ts';

type Request = Pick<LoaderFunctionArgs, 'request'>;

async function userOrLogin({ request }: Request): Promise<CurrentUser> {
  const user = await findCurrentUser();
  if (user) return user;
  const { pathname, search, hash } = new URL(request.url);
  throw redirect(loginFrom(pathname + search + hash));
}

/** A visitor goes to the login screen, and comes back to the requested place afterwards. */
export async function requireUser(args: Request): Promise<null> {
  await userOrLogin(args);
  return null;
}

/** Somebody who is not an admin goes to the dashboard and is told why. */
export async function requireAdmin(args: Request): Promise<null> {
  const user = await userOrLogin(args);
  if (user.isAdmin) return null;
  notify.error(i18next.t('error.accessDenied'), { id: 'access-denied' });
  throw redirect(paths.dashboard);
}

/** Links to one service led into the catalogue once; they lead to its page. */
export function leadToService({ request }: Request): null {
  const id = new URL(request.url).searchParams.get('service');
  if (id && /^[1-9]\d{0,9}$/.test(id)) throw redirect(paths.service.replace(':id', id));
  return null;
}

/** Somebody who is signed in already has no business at the login screen; the bot's link is asked about where they land. */
export async function passLogin({ request }: Request): Promise<null> {
  if (!(await findCurrentUser())) return null;
  const query = new URL(request.url).searchParams;
  keepTravellingToken(query.get('telegramToken') || null);
  throw redirect(safePlace(query.get('from')));
}
