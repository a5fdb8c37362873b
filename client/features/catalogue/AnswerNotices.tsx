/** How the search understood the text, where that is not plain: mended, "like" something, or with no sure answer. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { AskToBeTold, WishCounted } from './AskToBeTold.tsx';
import type { FoundPage } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';

/** What is said of an answer that is not sure or is "like" something; null where there is nothing to say. */
export function useAnswerWords(found: FoundPage | undefined): string | null {
  const { t } = useTranslation('dashboard');
  if (!found || found.total === 0) return null;
  const name = found.similarToName;
  if (name) return t(found.unsure ? 'absentLike' : 'similarToName', { name });
  return found.unsure ? t('unsure') : null;
}

export interface AnswerNoticesProps {
  url: CatalogueUrl;
  found: FoundPage;
  /** What `useAnswerWords` has of it. */
  words: string | null;
}

export function AnswerNotices({ url: { state, change }, found, words }: AnswerNoticesProps) {
  const { t } = useTranslation('dashboard');
  if (!found.correctedTo && words === null) return null;
  const shownFor = found.correctedTo ? t('shownFor', { text: found.correctedTo }) : null;
  // One notice says both: what was mended, and that it is not sure.
  return (
    <Notice
      actions={
        <>
          {shownFor === null ? null : (
            <Button onClick={() => change({ exact: true })}>
              {t('searchExactly', { query: state.search })}
            </Button>
          )}
          {words === null ? null : <AskToBeTold found={found} search={state.search} />}
        </>
      }
    >
      {shownFor === null ? null : <p>{shownFor}</p>}
      {words === null ? null : <p>{words}</p>}
      {words !== null && found.isCatalogueGap ? (
        <p>
          <Link to="/profile/requests?propose">{t('propose.title')}</Link>
          <WishCounted found={found} search={state.search} />
        </p>
      ) : null}
    </Notice>
  );
}
