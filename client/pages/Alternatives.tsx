/** Alternatives to a service, each with its status, its users and a comparison. */
import { useId } from 'react';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../design/Button.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import type { ServiceAlternativeFragment } from '../items/generated.ts';
import { chooseText } from '../i18n/bilingual.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getDescription, getTitle } from '../items/itemText.ts';
import { servicePath } from '../items/links.ts';
import { StatusPill } from '../items/StatusPill.tsx';
import { ItemTile } from '../items/ItemTile.tsx';
import { comparePath } from '../features/compare/comparedItems.ts';

export interface AlternativesProps {
  itemId: string;
  alternatives: readonly ServiceAlternativeFragment[];
}

export function Alternatives({ itemId, alternatives }: AlternativesProps) {
  const { t } = useTranslation('service');
  const id = useId();
  if (alternatives.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('alternatives')}</h2>
      <ul data-part="rows">
        {alternatives.map((alternative) => (
          <AlternativeRow key={alternative.item.id} itemId={itemId} alternative={alternative} />
        ))}
      </ul>
    </section>
  );
}

function AlternativeRow({
  itemId,
  alternative: { item, difference },
}: {
  itemId: string;
  alternative: ServiceAlternativeFragment;
}) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const title = getTitle(item, language);
  const description = getDescription(item, language);
  const { kind, concept, count } = difference;
  // The status stands beside.
  const isSaid = kind === 'approved' || kind === 'not_approved';
  return (
    <li>
      <ItemTile
        title={title.text}
        imageUrl={item.imageUrl ?? item.siteImageUrl}
        dimmed={false}
        eager={false}
      />
      <div>
        <Link to={servicePath(item.id)} lang={title.language}>
          {title.text}
        </Link>
        {isSaid ? (
          <small lang={description.language}>{description.text}</small>
        ) : (
          <small>
            {t(`difference.${kind}`, {
              concept: concept && chooseText(concept.nameRu, concept.nameEn, language).text,
              count: count ?? 0,
            })}
          </small>
        )}
      </div>
      <span data-part="status">
        <StatusPill status={item.approvalStatus} />
      </span>
      <small data-part="users">{t('usedBy.people', { count: item.likesCount })}</small>
      <ButtonLink
        to={comparePath([itemId, item.id])}
        variant="ghost"
        size="small"
        icon={<Scale size={14} aria-hidden="true" />}
      >
        <span>
          {t('dashboard:compare.toggle')}
          <VisuallyHidden>{` ${t('compare.with', { title: title.text })}`}</VisuallyHidden>
        </span>
      </ButtonLink>
    </li>
  );
}
