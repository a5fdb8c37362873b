/** Rules whose sources have changed, with the changed sentences: still right, or to be edited. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApolloClient } from '@apollo/client/react';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import {
  useChangedSourcesQuery,
  ChangedSourcesCountDocument,
  ChangedSourcesDocument,
  useConfirmSourceMutation,
  useUndoSourceConfirmationMutation,
  type ChangedSourcesQuery,
} from './generated.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { ChangedText, Foot } from './rules.styles.ts';

/** Confirming that a rule is still right after a change of its source, with undo. */
type Source = ChangedSourcesQuery['changedSources']['sources'][number];

function useSourceConfirmation() {
  const { t } = useTranslation(['rules', 'common']);
  const client = useApolloClient();
  const [confirmSource, { loading }] = useConfirmSourceMutation();
  const [undoConfirmation] = useUndoSourceConfirmationMutation();
  const refresh = () =>
    void client
      .refetchQueries({ include: [ChangedSourcesDocument, ChangedSourcesCountDocument] })
      .catch((failure: unknown) => console.info('The list could not be read again', failure));
  const run = async (work: () => Promise<unknown>, onDone: () => void) => {
    try {
      await work();
      onDone();
    } catch (failure) {
      notify.error(t('failed'), { id: 'sources', description: failureText(failure) });
    }
    refresh();
  };
  const confirm = ({ changeId, itemId, company, tier }: Source): Promise<void> => {
    const variables = { changeId, itemId, company: company.key, tier };
    const undo = () =>
      void run(
        () => undoConfirmation({ variables }),
        () => notify.success(t('undone'), { id: 'sources' }),
      );
    return run(
      () => confirmSource({ variables }),
      () =>
        notify.success(t('sources.confirmed'), {
          id: 'sources',
          duration: 'long',
          action: { label: t('common:actions.undo'), run: undo },
        }),
    );
  };
  return { confirm, refresh, isBusy: loading };
}

const keyOf = ({ changeId, itemId, company, tier }: Source): string =>
  `${changeId} ${itemId} ${company.key} ${tier}`;

const heading = 'changed-sources';

export function ChangedSources() {
  const { t } = useTranslation(['rules', 'dashboard']);
  // Confirmed rows leave, so the first page always holds the next ones.
  const { data, error, refetch } = useChangedSourcesQuery({ fetchPolicy: 'cache-and-network' });
  const { confirm, refresh, isBusy } = useSourceConfirmation();
  const [edited, setEdited] = useState<Source | null>(null);
  const kept = useFocusRestore(() => document.querySelector<HTMLElement>(`#${heading}`));
  const found = data?.changedSources;
  return (
    <section {...kept}>
      <VisuallyHidden as="h3" id={heading} tabIndex={-1}>
        {t('sources.list')}
      </VisuallyHidden>
      <QueryResult
        found={found?.sources}
        error={error}
        failure={t('dashboard:admin.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 240 }} />}
        empty={<EmptyState level={3} title={t('sources.empty')} />}
      />
      <RecordList>
        {found?.sources.map((source) => (
          <SourceRow
            key={keyOf(source)}
            source={source}
            isBusy={isBusy}
            onConfirm={() => void confirm(source)}
            onEdit={() => setEdited(source)}
          />
        ))}
      </RecordList>
      {found && found.total > found.sources.length ? (
        <Foot>{t('shown', { count: found.total, shown: found.sources.length })}</Foot>
      ) : null}
      {edited ? (
        <RuleDialog
          itemId={edited.itemId}
          scope={{ company: edited.company.key, tier: edited.tier }}
          canDecide
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </section>
  );
}

interface SourceRowProps {
  source: Source;
  isBusy: boolean;
  onConfirm: () => void;
  onEdit: () => void;
}

function SourceRow({ source, isBusy, onConfirm, onEdit }: SourceRowProps) {
  const { t } = useTranslation(['rules', 'service']);
  const { language } = useLanguage();
  const { itemId, company, tier, kind, sourceUrl, foundAt, facts } = source;
  const title = chooseText(source.titleRu, source.titleEn, language).text;
  return (
    <li>
      <div data-part="head">
        <strong>
          <Link to={servicePath(itemId)}>{title}</Link>
        </strong>
        {kind === 'gone' ? <Badge tone="danger">{t('sources.gone')}</Badge> : null}
      </div>
      {facts.map(({ kind: fact, textRu, textEn }) => (
        <p key={fact} data-part="text">
          {t(`service:rules.fact.${fact}`)}: {chooseText(textRu, textEn, language).text}
        </p>
      ))}
      {kind === 'gone' ? <p>{t('sources.goneHint')}</p> : <Difference source={source} />}
      <small>
        <span>{company.name}</span>
        <span>{t('sources.tier', { tier: t(`tiers.${tier}`) })}</span>
        <time dateTime={foundAt}>
          {t('sources.found', { date: formatDate(foundAt, language) })}
        </time>
        <ExternalLink href={sourceUrl}>{sourceUrl}</ExternalLink>
      </small>
      <Bar>
        <Button
          size="small"
          aria-disabled={isBusy}
          aria-label={t('sources.confirmOf', { title })}
          onClick={onConfirm}
        >
          {t('sources.confirm')}
        </Button>
        <Button size="small" aria-label={t('sources.editOf', { title })} onClick={onEdit}>
          {t('sources.edit')}
        </Button>
      </Bar>
    </li>
  );
}

function Difference({ source: { removed, added, more } }: { source: Source }) {
  const { t } = useTranslation('rules');
  const sides = [
    ['removed', removed, 'del'],
    ['added', added, 'ins'],
  ] as const;
  return (
    <ChangedText>
      {sides.map(([name, sentences, Mark]) =>
        sentences.length > 0 ? (
          <div key={name}>
            <span>{t(`sources.${name}`)}</span>
            <ul>
              {sentences.map((sentence, index) => (
                // A sentence may stand there twice.
                <li key={`${index} ${sentence}`}>
                  <Mark>{sentence}</Mark>
                </li>
              ))}
            </ul>
          </div>
        ) : null,
      )}
      {more > 0 ? <p>{t('sources.more', { count: more })}</p> : null}
    </ChangedText>
  );
}
