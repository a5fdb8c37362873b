/** Checked page that the catalogue does not have, with a button that proposes it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { type AddressMatch, useProposeServiceMutation } from '../../items/generated.ts';

interface Props {
  address: string;
  match: AddressMatch;
}

export function UnknownPage({ address, match }: Props) {
  const { t } = useTranslation(['service', 'dashboard']);
  const [propose, { loading, data }] = useProposeServiceMutation({
    refetchQueries: ['CheckAddress'],
  });
  const [failure, setFailure] = useState<string | null>(null);
  const isSent = Boolean(data?.proposeService.proposal);
  const send = async () => {
    setFailure(null);
    try {
      await propose({ variables: { address, comment: null } });
    } catch (raised) {
      setFailure(failureText(raised, t('dashboard:propose.failed')));
    }
  };
  return (
    <section data-part="may" aria-label={t('check.unknown')}>
      <div role="status">
        <h2>{isSent ? t('dashboard:propose.sent') : t('check.unknown')}</h2>
        <p data-part="muted">
          {t(match === 'site' ? 'check.onlySiteKnown' : 'check.rulesUndecided')}
        </p>
        <p data-part="muted">{isSent ? t('dashboard:propose.sentHint') : t('check.unknownHint')}</p>
      </div>
      <div data-part="foot">
        {isSent ? (
          <ButtonLink to={paths.profileRequests}>{t('check.toRequests')}</ButtonLink>
        ) : (
          <Button variant="primary" busy={loading} onClick={() => void send()}>
            {t('dashboard:propose.title')}
          </Button>
        )}
      </div>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
    </section>
  );
}
