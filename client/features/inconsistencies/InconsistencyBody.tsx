/** Difference between catalogue and bookmark, rendered by its type. */
import { useState, type ReactElement } from 'react';
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
import { Picture, TagRow } from './inconsistencies.styles.ts';
import { DiffParts } from '../../items/DiffParts.tsx';
import { Sides, TextDiff } from './TextDiff.tsx';
import { diffAddresses } from '../../items/wordDiff.ts';

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
