// Sign-in hint in the log at startup.

interface DemoAccount {
  email: string | null;
  isAdmin: boolean;
}

interface Options {
  developerSignIn: boolean;
  hasProvider: boolean;
  demoAccounts: readonly DemoAccount[];
}

/** Hint for the log, null when none is needed; `isWarning` when nobody can sign in. */
export function startupSignInHint({
  developerSignIn,
  hasProvider,
  demoAccounts,
}: Options): { isWarning: boolean; text: string } | null {
  if (!developerSignIn)
    return hasProvider
      ? null
      : {
          isWarning: true,
          text: 'Nobody can sign in: others may reach this page, so the developer sign-in is off. Set up Google or Telegram, or DEVELOPER_SIGN_IN=true',
        };
  const admin = demoAccounts.find((one) => one.isAdmin);
  const other = demoAccounts.find((one) => !one.isAdmin);
  if (!admin && !other)
    return {
      isWarning: !hasProvider,
      text: 'The developer sign-in has no demo account. To load them: loadout demo load',
    };
  const button = 'Sign in with the developer button: as ';
  const text = admin
    ? `${button}${other ? `${other.email}, or as ` : ''}the admin ${admin.email}`
    : `${button}${other?.email}. No demo account is an admin; to make one: loadout create-admin ${other?.email}`;
  return { isWarning: false, text };
}
