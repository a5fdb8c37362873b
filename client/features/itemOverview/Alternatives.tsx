/** Alternatives to a service, each with its most important difference. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ServiceAlternativeFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/serviceLink.ts';

export interface AlternativesProps {
  alternatives: readonly ServiceAlternativeFragment[];
  /** Name of the reader's company; null without one. */
  company: string | null;
}

export function Alternatives({ alternatives, company }: AlternativesProps) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const id = useId();
  if (alternatives.length === 0) return null;
  const words = ({ kind, concept, count }: ServiceAlternativeFragment['difference']) =>
    t(`difference.${kind}`, {
      company,
      concept: concept && chooseText(concept.nameRu, concept.nameEn, language).text,
      count: count ?? 0,
    });
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('alternatives')}</h2>
      <ul data-part="rows">
        {alternatives.map(({ item, difference }) => {
          const title = chooseText(item.titleRu, item.titleEn, language);
          return (
            <li key={item.id}>
              <div>
                <Link to={servicePath(item.id)} lang={title.language}>
                  {title.text}
                </Link>
              </div>
              <small>{words(difference)}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
