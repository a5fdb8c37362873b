/** One answer to the signed-out event: forget the person and go to the login screen, keeping the place. */
import { useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterContext as RouterContext, useNavigate } from 'react-router-dom';
import { keepCurrentUser, useCurrentUser } from '../browser/currentUser.ts';
import { onSignedOut } from '../browser/signedOut.ts';
import { unsentPlace } from '../browser/pendingLocation.ts';
import { forgetNotices } from '../design/noticeHistory.ts';
import { notify } from '../design/notify.ts';
import { loginFrom, paths } from './paths.ts';

export function useSignedOut(): void {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { t } = useTranslation();
  // Where the router is or is going, of which the page may be a step behind: a search that was just typed.
  const router = useContext(RouterContext)?.router;
  useEffect(() => {
    let hasEnded = false;
    return onSignedOut((reason) => {
      // A failed sign-in stays where it is: its screen says what went wrong. Of many refused calls one is enough.
      if (reason === 'failed' || !user || hasEnded) return;
      hasEnded = true;
      // Before the screen goes: what waits in a field goes with it.
      const typed = unsentPlace();
      keepCurrentUser(null);
      if (reason === 'left') {
        forgetNotices();
        void navigate(paths.login);
        return;
      }
      const { location, navigation } = router?.state ?? {};
      const { pathname = '', search = '', hash = '' } = navigation?.location ?? location ?? {};
      void navigate(loginFrom(typed ?? pathname + search + hash));
      // In place of what the refused calls have to say about it.
      setTimeout(() => {
        notify.dismiss();
        forgetNotices();
        notify.info(t('error.sessionEnded'), { id: 'session-ended' });
      });
    });
  }, [user, navigate, router, t]);
}
