/** Tags that are spelled alike: merged group by group, or all exact ones at once, with undo. */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { RecordList } from '../../design/RecordList.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import {
  MergeExactTagDuplicatesDocument,
  MergeTagsDocument,
  UndoTagChangeDocument,
  useTagDuplicatesQuery,
  type TagDuplicatesQuery,
} from './generated.ts';

type Group = TagDuplicatesQuery['tagDuplicates']['groups'][number];
type Tag = Group['tags'][number];

interface DuplicateTagsProps {
  group: Group;
  busy: boolean;
  onKeep: (tag: Tag) => void;
}

function DuplicateTags({ group, busy, onKeep }: DuplicateTagsProps) {
  const { t } = useTranslation('dashboard');
  return (
    <li>
      <small>
        {t(group.isExact ? 'curation.tagDuplicates.exact' : 'curation.tagDuplicates.alike')}
      </small>
      {group.tags.map((tag) => (
        <div key={tag.id} data-part="head">
          <span>
            <bdi>#{tag.originalName}</bdi> · {t('curation.tags.services', { count: tag.count })}
          </span>
          <Button
            aria-label={t('curation.tagDuplicates.keepOf', { tag: tag.originalName })}
            aria-disabled={busy}
            onClick={() => onKeep(tag)}
          >
            {t('curation.tagDuplicates.keep')}
          </Button>
        </div>
      ))}
    </li>
  );
}

export function TagDuplicates() {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const { data, refetch } = useTagDuplicatesQuery({ fetchPolicy: 'cache-and-network' });
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);

  /** Runs a change, says what it did, and shows the tags as they are then. */
  const change = async (
    call: () => Promise<(string | null | undefined)[]>,
    done: string,
    canUndo = true,
  ) => {
    notify.dismiss('tag-duplicates');
    setBusy(true);
    try {
      const changeIds = (await call()).filter((id) => id != null);
      notify.success(changeIds.length > 0 ? done : t('curation.tagDuplicates.nothing'), {
        id: 'tag-duplicates',
        duration: 'long',
        ...(canUndo && changeIds.length > 0
          ? { action: { label: t('common:actions.undo'), run: () => void undo(changeIds) } }
          : {}),
      });
    } catch (failure) {
      notify.error(t('curation.tagDuplicates.failed'), {
        id: 'tag-duplicates',
        description: failureText(failure),
      });
    }
    await client.refetchQueries({ include: ['EditableTags'] });
    await refetch();
    setBusy(false);
    focus.next()?.focus();
  };
  const undo = (changeIds: readonly string[]) =>
    change(
      async () => {
        for (const changeId of changeIds)
          await client.mutate({ mutation: UndoTagChangeDocument, variables: { changeId } });
        return [...changeIds];
      },
      t('curation.undone'),
      false,
    );
  const merge = (group: Group, into: Tag) =>
    change(
      async () => {
        const fromIds = group.tags.filter((tag) => tag !== into).map(({ id }) => id);
        const { data: merged } = await client.mutate({
          mutation: MergeTagsDocument,
          variables: { fromIds, intoId: into.id },
        });
        return [merged?.mergeTags.changeId];
      },
      t('curation.tagDuplicates.merged', { tag: into.originalName }),
    );
  const mergeAll = () =>
    change(async () => {
      const { data: merged } = await client.mutate({ mutation: MergeExactTagDuplicatesDocument });
      return merged?.mergeExactTagDuplicates.map(({ changeId }) => changeId) ?? [];
    }, t('curation.tagDuplicates.mergedAll'));

  const duplicates = data?.tagDuplicates;
  if (!duplicates || (duplicates.total === 0 && !busy)) return null;
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t('curation.tagDuplicates.title', { count: duplicates.total })}
      </h3>
      <p>{t('curation.tagDuplicates.hint')}</p>
      {duplicates.exact > 0 ? (
        <Notice
          tone="info"
          actions={
            <Button variant="primary" busy={busy} onClick={() => void mergeAll()}>
              {t('curation.tagDuplicates.mergeAll')}
            </Button>
          }
        >
          {t('curation.tagDuplicates.exactHint', { count: duplicates.exact })}
        </Notice>
      ) : null}
      <RecordList {...focus.rows}>
        {duplicates.groups.map((group) => (
          <DuplicateTags
            key={`${group.isExact}-${group.key}`}
            group={group}
            busy={busy}
            onKeep={(tag) => void merge(group, tag)}
          />
        ))}
      </RecordList>
    </section>
  );
}
