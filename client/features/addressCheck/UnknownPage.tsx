/** Checked page that the catalogue does not have: services near it, and a button that proposes it. */
import { useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import {
  useProposeServiceMutation,
  type AddressMatch,
  type NearServiceFragment,
} from '../../items/generated.ts';
import { truncate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getDescription, getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';

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

/** Graphemes: a line or two. */
const lineLength = 90;

/** Services similar to a checked page. */
export function NearServices({ near }: { near: readonly NearServiceFragment[] }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const id = useId();
  if (near.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('check.near')}</h2>
      <ul data-part="rows">
        {near.map((item) => {
          const title = getTitle(item, language);
          const { text, language: written } = getDescription(item, language);
          return (
            <li key={item.id}>
              <div>
                <Link to={servicePath(item.id)} lang={title.language}>
                  {title.text}
                </Link>
                {text ? (
                  <p data-part="muted" lang={written}>
                    {truncate(text, lineLength, written) ?? text}
                  </p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
