/** Facts about a service with their dates and sources. */
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import type { ServicePageQuery } from '../../items/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { linkCheckText } from '../../items/linkCheckText.ts';

export interface ServiceFactsProps {
  item: ServicePageQuery['knowledgeItem'];
  /** Opens the report of a broken link. */
  onReportLink: (() => void) | undefined;
}

export function ServiceFacts({ item, onReportLink }: ServiceFactsProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const id = useId();
  const { linkCheck, dataRules } = item;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('facts.title')}</h2>
      <dl data-part="facts">
        <dt>{t('facts.address')}</dt>
        <dd>
          <ExternalLink href={item.sourceUrl}>{item.sourceUrl}</ExternalLink>
        </dd>
        <dt>{t('facts.link')}</dt>
        <dd data-link={linkCheck?.state}>
          {linkCheckText(linkCheck, t, language)}
          {onReportLink ? (
            <Button variant="ghost" size="small" onClick={onReportLink}>
              {t('facts.reportLink')}
            </Button>
          ) : null}
        </dd>
        <Tasks concepts={item.concepts} />
        {dataRules?.facts.map(({ kind, textRu, textEn, sourceUrl, sourceDate }) => (
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
        {dataRules?.owner ? (
          <>
            <dt>{t('facts.approver')}</dt>
            <dd>{dataRules.owner}</dd>
          </>
        ) : null}
        <dt>{t('facts.catalogue')}</dt>
        <dd>
          {t('facts.dates', {
            added: formatDate(item.createdAt, language),
            changed: formatDate(item.updatedAt, language),
          })}
        </dd>
      </dl>
    </section>
  );
}

function Tasks({ concepts }: Pick<ServicePageQuery['knowledgeItem'], 'concepts'>) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  if (concepts.length === 0) return null;
  return (
    <>
      <dt>{t('facts.tasks')}</dt>
      <dd>
        <ul data-part="concepts">
          {concepts.map((concept) => (
            <li key={concept.id}>
              <Link to={`/dashboard?concepts=${encodeURIComponent(concept.id)}`}>
                {chooseText(concept.nameRu, concept.nameEn, language).text}
              </Link>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}
