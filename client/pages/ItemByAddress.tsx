/** Service that an address check has found: data rules, use and experts. */
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { ButtonLink } from '../design/Button.tsx';
import type { CheckedServiceFragment } from '../generated.ts';
import { truncate } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { companyVerdict } from '../items/companyVerdict.ts';
import { getDescription, getTitle } from '../items/itemText.ts';
import { servicePath } from '../items/serviceLink.ts';
import { UsedBy } from '../features/itemOverview/UsedBy.tsx';
import { Conditions, Verdicts } from '../features/itemOverview/Verdicts.tsx';
import { ServiceExperts } from '../features/experts/ServiceExperts.tsx';
import { ItemTile } from '../features/catalogue/ItemTile.tsx';

/** Graphemes of the summary below the name. */
const lineLength = 120;

export function ItemByAddress({ item }: { item: CheckedServiceFragment }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { company } = useSignedInUser();
  const title = getTitle(item, language);
  const { text, language: written } = getDescription(item, language);
  const rules = item.dataRules;
  const said = companyVerdict(item.isVerified, rules);
  const isDecided = rules?.decisionState === 'decided' || rules?.decisionState === 'being_checked';
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
            {text ? (
              <p data-part="muted" lang={written}>
                {truncate(text, lineLength, written) ?? text}
              </p>
            ) : null}
          </div>
        </header>
        <p data-part="verdict" data-approved={said === 'approved' ? '' : undefined}>
          {company
            ? t(`usagePolicy.${said}`, { company: company.name })
            : t('usagePolicy.noCompany')}
        </p>
        {rules && isDecided ? (
          <>
            <Verdicts rules={rules} />
            <Conditions rules={rules} />
          </>
        ) : (
          <p data-part="muted">
            {t(
              said === 'approved' || said === 'restricted'
                ? 'usagePolicy.approvedHint'
                : 'usagePolicy.undecidedHint',
            )}
          </p>
        )}
        <div data-part="acts">
          <ButtonLink to={servicePath(item.id)} variant="primary">
            {t('check.openService')}
          </ButtonLink>
        </div>
      </section>
      <UsedBy item={item} like={null} />
      <ServiceExperts itemId={item.id} experts={item.expertsToAsk} title={title.text} />
    </>
  );
}
