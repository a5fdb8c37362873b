/** Reaction to the signed-out event: clears the user and opens the login screen. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { setCurrentUser, useCurrentUser } from '../browser/currentUser.ts';
import { onSignedOut } from '../browser/signedOut.ts';
import { pendingLocation, useWantedLocation } from '../browser/pendingLocation.ts';
import { clearNoticeHistory, notify } from '../design/notify.ts';
import { loginPathFrom, paths } from './paths.ts';

export function useSignedOut(): void {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { t } = useTranslation();
  // A page that is still loading is where the person wants to be.
  const { pathname, search, hash } = useWantedLocation();
  useEffect(() => {
    let hasEnded = false;
    return onSignedOut((reason) => {
      // A failed sign-in stays on its screen. Of many refused calls the first is enough.
      if (reason === 'failed' || !user || hasEnded) return;
      hasEnded = true;
      // Read before the screen unmounts, which drops the pending text.
      const typed = pendingLocation();
      setCurrentUser(null);
      if (reason === 'left') {
        clearNoticeHistory();
        void navigate(paths.login);
        return;
      }
      void navigate(loginPathFrom(typed ?? pathname + search + hash));
      // Replaces the messages of the refused calls.
      setTimeout(() => {
        notify.dismiss();
        clearNoticeHistory();
        notify.info(t('error.sessionEnded'), { id: 'session-ended' });
      });
    });
  }, [user, navigate, pathname, search, hash, t]);
}
