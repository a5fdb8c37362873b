// What the start says about signing in.
import type { Config } from '../config/config.ts';

interface Offered {
  email: string | null;
  isAdmin: boolean;
}

/** Null where there is nothing to say; `isWarning` where nobody can come in. */
type SignInWords = { isWarning: boolean; text: string } | null;

/**
 * Names only people who are there.
 * @param offered whom the developer sign-in offers, in its order
 */
export function startupSignInHint(
  { signIn, google, telegram }: Pick<Config, 'signIn' | 'google' | 'telegram'>,
  offered: readonly Offered[],
): SignInWords {
  const hasOther = Boolean(google ?? telegram);
  if (!signIn.developer)
    return hasOther
      ? null
      : {
          isWarning: true,
          text: 'Nobody can sign in: others may reach this page, so the developer sign-in is off. Set up Google or Telegram, or DEVELOPER_SIGN_IN=true',
        };
  const admin = offered.find((one) => one.isAdmin);
  const other = offered.find((one) => !one.isAdmin);
  if (!admin && !other)
    return {
      isWarning: !hasOther,
      text: 'The developer sign-in offers nobody: no account of the demo is there. To have them: loadout demo load',
    };
  const button = 'Sign in with the developer button: as ';
  const text = admin
    ? `${button}${other ? `${other.email}, or as ` : ''}the admin ${admin.email}`
    : `${button}${other?.email}. Nobody there is an admin; to make one: loadout create-admin ${other?.email}`;
  return { isWarning: false, text };
}
