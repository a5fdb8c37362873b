/** Head of a service's page: picture, name, status, description and tags. */
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Building2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSignedInUser } from '../browser/currentUser.ts';
import { Badge } from '../design/Badge.tsx';
import { LanguageMark } from '../design/LanguageMark.tsx';
import { Ribbon } from '../design/Ribbon.tsx';
import type { ServicePageQuery } from '../items/generated.ts';
import { fold, formatList } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getDescription, getTitle, titleTooltip, formatTagName } from '../items/itemText.ts';
import { StageName, StatusPill } from '../items/StatusPill.tsx';
import { ItemTile } from '../items/ItemTile.tsx';

/** A longer description is folded on a phone: the verdicts below it stay on the first screen. */
const foldedLength = 150;

export interface ServiceHeadProps {
  item: ServicePageQuery['knowledgeItem'];
  /** A loading screen was shown before, whose heading may have had the focus. */
  hasWaited: boolean;
  /** Between the name and the description. */
  children: ReactNode;
}

export function ServiceHead({ item, hasWaited, children }: ServiceHeadProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const { company } = useSignedInUser();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (hasWaited && isLost) heading.current?.focus({ preventScroll: true });
  }, [hasWaited]);
  const title = getTitle(item, language);
  const own = item.partnerBadges.find(({ key }) => key === company?.key);
  const isHidden = item.adminVisibility === 'hidden';
  return (
    <>
      <header data-part="head">
        <span data-part="tile">
          <ItemTile
            title={title.text}
            imageUrl={item.imageUrl ?? item.siteImageUrl}
            dimmed={isHidden}
            eager
            size="large"
          />
          {own ? <Ribbon name={own.name} tone={own.tone} /> : null}
        </span>
        <div data-part="name">
          <h1 ref={heading} tabIndex={-1} lang={title.language} title={titleTooltip(title.text)}>
            {title.text}
            {title.isSubstitute ? <LanguageMark language={title.language} /> : null}
          </h1>
          <div data-part="badges">
            {isHidden ? <Badge tone="warning">{t('dashboard:hidden')}</Badge> : null}
            <StatusPill status={item.approvalStatus} />
            <StageName stage={item.stage} />
            <ApprovedElsewhere item={item} />
          </div>
        </div>
      </header>
      {children}
      <Description item={item} />
    </>
  );
}

/** The other companies that approved the service: beside its status, or on phones below its verdicts. */
export function ApprovedElsewhere({ item }: Pick<ServiceHeadProps, 'item'>) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { company } = useSignedInUser();
  const own = item.partnerBadges.find(({ key }) => key === company?.key);
  const others = item.partnerBadges.filter((badge) => badge !== own).map(({ name }) => name);
  if (others.length === 0) return null;
  return (
    <span data-part="elsewhere">
      <Building2 size={14} aria-hidden="true" />
      {t(own ? 'alsoAt' : 'approvedAt', { companies: formatList(others, language) })}
    </span>
  );
}

function Description({ item }: Pick<ServiceHeadProps, 'item'>) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { text, language: written, isSubstitute } = getDescription(item, language);
  if (!text) return null;
  const isLong = fold(text, foldedLength, written) !== null;
  return (
    <div data-part="lead" data-folded={isLong && !isOpen ? '' : undefined}>
      <p id={id} lang={written}>
        {text}
        {isSubstitute ? <LanguageMark language={written} /> : null}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('actions.less') : t('actions.more')}
        </button>
      ) : null}
    </div>
  );
}

export function Tags({ tags }: Pick<ServicePageQuery['knowledgeItem'], 'tags'>) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  if (tags.length === 0) return null;
  return (
    <ul data-part="tags" aria-label={t('facts.tags')}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <Link to={`/dashboard?tags=${encodeURIComponent(tag.originalName)}`}>
            {formatTagName(language === 'ru' ? tag.nameRu : tag.nameEn, tag.originalName)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
