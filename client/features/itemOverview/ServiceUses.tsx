/** Description of a service and the tasks it is for. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ServicePageQuery } from '../../generated.ts';
import { chooseText, type ChosenText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export interface ServiceUsesProps {
  description: ChosenText;
  concepts: ServicePageQuery['knowledgeItem']['concepts'];
}

export function ServiceUses({ description, concepts }: ServiceUsesProps) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const id = useId();
  if (description.text === '' && concepts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('serviceUses.title')}</h2>
      {description.text ? <p lang={description.language}>{description.text}</p> : null}
      {concepts.length > 0 ? (
        <ul data-part="chips" aria-label={t('serviceUses.tasks')}>
          {concepts.map((concept) => (
            <li key={concept.id}>
              <Link to={`/dashboard?concepts=${encodeURIComponent(concept.id)}`}>
                {chooseText(concept.nameRu, concept.nameEn, language).text}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
