/** Notices about the answer: corrected spelling, a “like” search, no certain result, or a part that is missing. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import type { FoundPage } from './useCatalogue.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';

/** Notice that some fields of the cards failed to load. */
export function PartialNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  return (
    <Notice actions={<Button onClick={onRetry}>{t('common:actions.retry')}</Button>}>
      {t('partial.banner')}
    </Notice>
  );
}

const load = () => import('./AddSearchAlert.tsx');
const AddSearchAlert = lazyComponent(() => load().then((part) => part.AddSearchAlert));
const Counted = lazyComponent(() => load().then((part) => part.GapCounted));

interface SearchAlertButtonProps {
  found: Pick<FoundPage, 'isCatalogueGap'>;
  search: string;
}

export const GapCounted = ({ found, search }: SearchAlertButtonProps) =>
  found.isCatalogueGap ? <Counted search={search} /> : null;

/** Lazily loaded search alert of a search that is a catalogue gap. */
export const SearchAlertButton = ({ found, search }: SearchAlertButtonProps) =>
  found.isCatalogueGap ? <AddSearchAlert search={search} /> : null;

/** Message about an uncertain answer or a “like” search; null for other answers. */
export function useAnswerText(found: FoundPage | undefined): string | null {
  const { t } = useTranslation('dashboard');
  if (!found || found.total === 0) return null;
  const name = found.similarToName;
  if (name) return t(found.unsure ? 'absentLike' : 'similarToName', { name });
  return found.unsure ? t('unsure') : null;
}

interface AnswerNoticesProps {
  url: CatalogueUrl;
  found: FoundPage;
  /** Result of `useAnswerText`. */
  words: string | null;
}

export function AnswerNotices({ url: { state, change }, found, words }: AnswerNoticesProps) {
  const { t } = useTranslation('dashboard');
  if (!found.correctedTo && words === null) return null;
  const shownFor = found.correctedTo ? t('shownFor', { text: found.correctedTo }) : null;
  // One notice for both: the correction, and the uncertainty.
  return (
    <Notice
      actions={
        <>
          {shownFor === null ? null : (
            <Button onClick={() => change({ exact: true })}>
              {t('searchExactly', { query: state.search })}
            </Button>
          )}
          {words === null ? null : <SearchAlertButton found={found} search={state.search} />}
        </>
      }
    >
      {shownFor === null ? null : <p>{shownFor}</p>}
      {words === null ? null : <p>{words}</p>}
      {words !== null && found.isCatalogueGap ? (
        <p>
          <Link to="/profile/requests?propose">{t('propose.title')}</Link>
          <GapCounted found={found} search={state.search} />
        </p>
      ) : null}
    </Notice>
  );
}
