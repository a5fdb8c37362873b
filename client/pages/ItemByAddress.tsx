/** Service that an address check has found: status, data rules, use and experts. */
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { ButtonLink } from '../design/Button.tsx';
import type { CheckedServiceFragment } from '../items/generated.ts';
import { truncate } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { IncidentNotices } from '../items/IncidentNotices.tsx';
import { getDescription, getTitle } from '../items/itemText.ts';
import { servicePath } from '../items/links.ts';
import { StatusPill } from '../items/StatusPill.tsx';
import {
  isDecided,
  PolicyVerdicts,
  RuleDetails,
} from '../features/itemOverview/PolicyVerdicts.tsx';
import { UsedBy } from '../features/itemOverview/UsedBy.tsx';
import { ServiceExperts } from '../features/experts/ServiceExperts.tsx';
import { ItemTile } from '../items/ItemTile.tsx';

/** Graphemes of the summary below the name. */
const lineLength = 120;

export function ItemByAddress({ item }: { item: CheckedServiceFragment }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { company } = useSignedInUser();
  const title = getTitle(item, language);
  const { text, language: written } = getDescription(item, language);
  const rules = item.dataRules;
  return (
    <>
      <section data-part="may" aria-label={title.text}>
        <header data-part="head">
          <ItemTile
            title={title.text}
            imageUrl={item.imageUrl ?? item.siteImageUrl}
            dimmed={false}
            eager
          />
          <div data-part="name">
            <h2 lang={title.language}>{title.text}</h2>
            <div data-part="badges">
              <StatusPill status={item.approvalStatus} />
            </div>
            {text ? (
              <p data-part="muted" lang={written}>
                {truncate(text, lineLength, written) ?? text}
              </p>
            ) : null}
          </div>
        </header>
        <IncidentNotices incidents={item.incidents} />
        <PolicyVerdicts
          company={company?.name ?? null}
          status={item.approvalStatus}
          rules={rules}
        />
        {isDecided(rules) ? <RuleDetails rules={rules} /> : null}
        <div data-part="foot">
          <ButtonLink to={servicePath(item.id)} variant="primary">
            {t('check.openService')}
          </ButtonLink>
        </div>
      </section>
      <UsedBy item={item} />
      <ServiceExperts itemId={item.id} experts={item.expertsToAsk} title={title.text} />
    </>
  );
}
