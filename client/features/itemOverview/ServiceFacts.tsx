/** Facts about a service with their dates and sources. */
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import type { ServiceFactsFragment, ServiceRulesFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate, formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { formatTagName } from '../../items/tagName.ts';

export interface ServiceFactsProps {
  item: ServiceFactsFragment & ServiceRulesFragment;
}

export function ServiceFacts({ item }: ServiceFactsProps) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const id = useId();
  const { linkCheck, tags } = item;
  const names = tags.map((tag) =>
    formatTagName(language === 'ru' ? tag.nameRu : tag.nameEn, tag.originalName),
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('facts.title')}</h2>
      <dl>
        <dt>{t('facts.address')}</dt>
        <dd>
          <ExternalLink href={item.sourceUrl}>{item.sourceUrl}</ExternalLink>
        </dd>
        <dt>{t('facts.link')}</dt>
        <dd>
          {linkCheck
            ? t(`facts.state.${linkCheck.state}`, {
                date: formatDate(linkCheck.checkedAt, language),
              })
            : t('facts.unchecked')}
        </dd>
        {names.length > 0 ? (
          <>
            <dt>{t('facts.tags')}</dt>
            <dd>{formatList(names, language)}</dd>
          </>
        ) : null}
        {item.dataRules?.facts.map(({ kind, textRu, textEn, sourceUrl, sourceDate }) => (
          <Fragment key={kind}>
            <dt>{t(`rules.fact.${kind}`)}</dt>
            <dd>
              {chooseText(textRu, textEn, language).text}{' '}
              <ExternalLink href={sourceUrl}>
                {t('rules.source', { date: formatDate(sourceDate, language) })}
              </ExternalLink>
            </dd>
          </Fragment>
        ))}
        <dt>{t('facts.added')}</dt>
        <dd>{formatDate(item.createdAt, language)}</dd>
        <dt>{t('facts.changed')}</dt>
        <dd>{formatDate(item.updatedAt, language)}</dd>
      </dl>
    </section>
  );
}
