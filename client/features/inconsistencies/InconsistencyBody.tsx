/** Difference between catalogue and bookmark, rendered by its type. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { useImage } from '../../browser/useImage.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Delayed } from '../../design/Skeleton.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useRecheckLinkMutation, type DifferenceFragment } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { Picture, TagRow, Columns } from './inconsistencies.styles.ts';
import {
  DiffParts,
  diffAddresses,
  collapse,
  countChanges,
  diffTexts,
  type DiffPart,
} from '../../items/wordDiff.tsx';
import { Checkbox } from '../../design/Checkbox.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';

/** Catalogue value and bookmark value under their headings. */
function Sides({ current, incoming }: { current: ReactNode; incoming: ReactNode }) {
  const { t } = useTranslation('dashboard');
  return (
    <Columns>
      <div>
        <h4>{t('admin.inconsistencies.current')}</h4>
        {current}
      </div>
      <div>
        <h4>{t('admin.inconsistencies.incoming')}</h4>
        {incoming}
      </div>
    </Columns>
  );
}

function TextDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('dashboard');
  const isWide = useMediaQuery('(min-width: 768px)');
  const [view, setView] = useState<'side' | 'together'>('side');
  const [onlyChanges, setOnlyChanges] = useState(false);
  const parts = diffTexts(before, after);
  const { changed, removed, added } = countChanges(parts);
  const summary = [
    changed > 0 ? t('admin.inconsistencies.wordsChanged', { count: changed }) : '',
    removed > 0 ? t('admin.inconsistencies.wordsRemoved', { count: removed }) : '',
    added > 0 ? t('admin.inconsistencies.wordsAdded', { count: added }) : '',
  ].filter(Boolean);
  const isLong = parts.some((part) => part.kind === 'same' && collapse(part.text));
  const without = (kind: DiffPart['kind']) => parts.filter((part) => part.kind !== kind);
  return (
    <>
      <div data-part="tools">
        <p data-part="summary">{summary.join(', ') || t('admin.inconsistencies.noWords')}</p>
        {isLong ? (
          <Checkbox
            checked={onlyChanges}
            onChange={(event) => setOnlyChanges(event.target.checked)}
          >
            {t('admin.inconsistencies.onlyChanges')}
          </Checkbox>
        ) : null}
        {isWide ? (
          <SegmentedControl
            label={t('admin.inconsistencies.view')}
            value={view}
            options={[
              { value: 'side', label: t('admin.inconsistencies.side') },
              { value: 'together', label: t('admin.inconsistencies.together') },
            ]}
            onChange={setView}
          />
        ) : null}
      </div>
      {isWide && view === 'side' ? (
        <Sides
          current={
            <p data-part="text">
              <DiffParts parts={without('added')} onlyChanges={onlyChanges} />
            </p>
          }
          incoming={
            <p data-part="text">
              <DiffParts parts={without('removed')} onlyChanges={onlyChanges} />
            </p>
          }
        />
      ) : (
        <p data-part="text">
          <DiffParts parts={parts} onlyChanges={onlyChanges} />
        </p>
      )}
    </>
  );
}

type Row = DifferenceFragment;

export function InconsistencyBody({ row }: { row: Row }): ReactElement {
  switch (row.type) {
    case 'title_changed':
      return <TextDiff before={row.oldTitle ?? ''} after={row.newTitle ?? ''} />;
    case 'description_changed':
      return <TextDiff before={row.oldDescription ?? ''} after={row.newDescription ?? ''} />;
    case 'tags_changed':
      return <TagChange row={row} />;
    case 'media_type_changed':
      return <ValueChange before={row.oldType} after={row.newType} />;
    case 'media_source_changed':
      return <ValueChange before={row.oldSource} after={row.newSource} />;
    case 'image_url_changed':
      return <PictureChange row={row} />;
    case 'source_url_changed':
      return <AddressChange before={row.oldUrl ?? ''} after={row.newUrl ?? ''} />;
    case 'link_broken':
      return <BrokenLink row={row} />;
    case 'item_removed':
      return <RemovedItem row={row} />;
  }
}

function ValueChange({ before, after }: { before: string | null; after: string | null }) {
  const { t } = useTranslation('dashboard');
  const none = t('admin.inconsistencies.noValue');
  return (
    <Sides
      current={<Badge>{before ?? none}</Badge>}
      incoming={<Badge tone="accent">{after ?? none}</Badge>}
    />
  );
}

function TagChange({ row }: { row: Row }) {
  const { t } = useTranslation('dashboard');
  const sets = [
    { name: t('admin.inconsistencies.removedTags'), tags: row.removedTags ?? [], Mark: 'del' },
    { name: t('admin.inconsistencies.addedTags'), tags: row.addedTags ?? [], Mark: 'ins' },
  ] as const;
  return sets
    .filter(({ tags }) => tags.length > 0)
    .map(({ name, tags, Mark }) => (
      <div key={Mark}>
        <h4>{name}</h4>
        <TagRow aria-label={name}>
          {tags.map((tag) => (
            <li key={tag}>
              <Mark>#{tag}</Mark>
            </li>
          ))}
        </TagRow>
      </div>
    ));
}

function PictureSide({ url }: { url: string | null }) {
  const { t } = useTranslation('dashboard');
  const { ref, source, onError } = useImage<HTMLDivElement>(url, true);
  return (
    <>
      <Picture ref={ref}>
        {source ? (
          <img src={source} alt="" onError={onError} />
        ) : (
          <Delayed>
            {t(url ? 'admin.inconsistencies.notLoaded' : 'admin.inconsistencies.noValue')}
          </Delayed>
        )}
      </Picture>
      {url ? <ExternalLink href={url}>{url}</ExternalLink> : null}
    </>
  );
}

function PictureChange({ row }: { row: Row }) {
  return (
    <Sides current={<PictureSide url={row.oldUrl} />} incoming={<PictureSide url={row.newUrl} />} />
  );
}

function AddressChange({ before, after }: { before: string; after: string }) {
  const parts = diffAddresses(before, after);
  return (
    <Sides
      current={
        <ExternalLink href={before}>
          <DiffParts parts={parts.filter((part) => part.kind !== 'added')} />
        </ExternalLink>
      }
      incoming={
        <ExternalLink href={after}>
          <DiffParts parts={parts.filter((part) => part.kind !== 'removed')} />
        </ExternalLink>
      }
    />
  );
}

function BrokenLink({ row }: { row: Row }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [failure, setFailure] = useState<string | null>(null);
  const [recheck, { loading }] = useRecheckLinkMutation();
  const check = () => {
    setFailure(null);
    recheck({ variables: { id: row.id } }).catch((raised: unknown) => {
      console.info('The link could not be checked again', raised);
      setFailure(failureText(raised));
    });
  };
  return (
    <>
      {row.url ? <ExternalLink href={row.url}>{row.url}</ExternalLink> : null}
      <p role="status">
        {t('admin.inconsistencies.linkStatus')}:{' '}
        <Badge tone="danger">{row.linkStatus ?? t('admin.inconsistencies.noValue')}</Badge>{' '}
        <time dateTime={row.updatedAt} title={formatDateTime(row.updatedAt, language)}>
          {t('admin.inconsistencies.checked', { when: formatRelative(row.updatedAt, language) })}
        </time>
      </p>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {row.status === 'new' ? (
        <div>
          <Button icon={<RefreshCw size={16} aria-hidden="true" />} busy={loading} onClick={check}>
            {t('admin.inconsistencies.recheck')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function RemovedItem({ row }: { row: Row }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const item = row.knowledgeItem;
  if (!item) return <p>{t('admin.gone')}</p>;
  const description = chooseText(item.descriptionRu, item.descriptionEn, language);
  return (
    <>
      <p>{t('admin.inconsistencies.removedText')}</p>
      <p>
        <strong>{t('cases', { count: item.useCasesCount })}</strong>,{' '}
        <strong>{t('usedBy', { count: item.likesCount })}</strong>
      </p>
      <p data-part="text" lang={description.language}>
        {description.text}
      </p>
      <ExternalLink href={item.sourceUrl}>{item.sourceUrl}</ExternalLink>
      <TagRow>
        <VisuallyHidden as="li">{t('tags.button')}:</VisuallyHidden>
        {item.raindropTags.map((tag) => (
          <li key={tag}>#{tag}</li>
        ))}
      </TagRow>
    </>
  );
}
