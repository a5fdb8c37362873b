/** Users of a service: counts per company, colleagues by name. */
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AvatarGroup } from '../../design/Avatar.tsx';
import type { ServiceUseFragment } from '../../generated.ts';
import { formatList, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** Avatars that fit in one row on a phone. */
const maxFaces = 8;

export function UsedBy({ item, like }: { item: ServiceUseFragment; like: ReactNode }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const id = useId();
  const { usedBy, colleagues } = item;
  const names = formatList(
    colleagues.map(({ name }) => name),
    language,
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('usedBy.title')}</h2>
      {usedBy.length === 0 ? (
        <p data-part="muted">{t('usedBy.nobody')}</p>
      ) : (
        <ul data-part="uses">
          {usedBy.map(({ company, count }) => (
            <li key={company?.key ?? ''}>
              {company?.name ?? t('usedBy.others')} <b>{formatNumber(count, language)}</b>
            </li>
          ))}
        </ul>
      )}
      {colleagues.length > 0 ? (
        <>
          <AvatarGroup
            people={colleagues.slice(0, maxFaces)}
            more={Math.max(0, colleagues.length - maxFaces)}
            label={t('usedBy.faces')}
          />
          <p data-part="muted">{t('usedBy.colleagues', { names })}</p>
        </>
      ) : null}
      <div data-part="acts">{like}</div>
    </section>
  );
}
