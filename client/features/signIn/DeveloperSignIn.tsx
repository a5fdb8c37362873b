/** Sign-in as any demo account, for development. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import { color, radius, space, type } from '../../design/theme.ts';
import {
  failureText,
  readDemoAccounts,
  signInAsDeveloper,
  type DemoAccount,
  type SignInResult,
} from '../../browser/signIn.ts';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  padding: ${space[4]};
  border: 1px dashed ${color.borderStrong};
  border-radius: ${radius.md};

  h2 {
    ${type.sm}
    font-weight: 600;
  }
  h2 + p {
    margin-top: calc(-1 * ${space[2]});
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export interface DeveloperSignInProps {
  onSignedIn: (signedIn: SignInResult) => void;
  onFailure: (message: string) => void;
}

export function DeveloperSignIn({ onSignedIn, onFailure }: DeveloperSignInProps) {
  const { t } = useTranslation('guest');
  // Null while loading, which keeps the height.
  const [accounts, setAccounts] = useState<DemoAccount[] | null>(null);
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let live = true;
    readDemoAccounts().then(
      (found) => {
        if (!live) return;
        setAccounts(found);
        setEmail((chosen) => chosen || (found[0]?.email ?? ''));
      },
      (failure: unknown) => {
        console.error('The demo accounts could not be read', failure);
        // Without the list the button still signs in as the demo user.
        if (live) setAccounts([]);
      },
    );
    return () => {
      live = false;
    };
  }, []);

  const signIn = async () => {
    setBusy(true);
    try {
      onSignedIn(await signInAsDeveloper(email || undefined));
    } catch (failure) {
      console.error('The developer sign-in failed', failure);
      setBusy(false);
      onFailure(failureText(failure, t('login.developer.failed')));
    }
  };
  const describe = (account: DemoAccount) =>
    [account.name, account.company?.name, account.isAdmin ? t('login.developer.admin') : null]
      .filter(Boolean)
      .join(' · ');

  return (
    <Root aria-labelledby="developer-sign-in">
      <h2 id="developer-sign-in">{t('login.developer.heading')}</h2>
      <p>{t('login.developer.note')}</p>
      {accounts?.length === 0 ? null : (
        <Field label={t('login.developer.account')}>
          {(control) => (
            <Select
              {...control}
              wide
              value={email}
              options={(accounts ?? []).map((account) => ({
                value: account.email,
                label: describe(account),
              }))}
              onChange={setEmail}
            />
          )}
        </Field>
      )}
      <Button
        wide
        variant="primary"
        busy={busy}
        busyLabel={t('login.developer.busy')}
        onClick={() => void signIn()}
      >
        {t('login.developer.submit')}
      </Button>
    </Root>
  );
}
