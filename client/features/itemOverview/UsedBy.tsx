/** Users of a service: a bar for each company, colleagues by name. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { AvatarGroup } from '../../design/Avatar.tsx';
import type { ServiceUseFragment } from '../../items/generated.ts';
import { formatList, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** Avatars that fit in one row beside their number. */
const maxFaces = 4;

export function UsedBy({ item }: { item: ServiceUseFragment }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { id: ownId, company: own } = useSignedInUser();
  const id = useId();
  const { usedBy, colleagues } = item;
  const most = Math.max(...usedBy.map(({ count }) => count));
  const isOwn = (key: string | undefined) => own !== null && key === own.key;
  const bars =
    own && !usedBy.some(({ company }) => isOwn(company?.key))
      ? [{ company: own, count: 0 }, ...usedBy]
      : usedBy;
  const colleagueText = () => {
    const others = colleagues.filter((one) => one.id !== ownId).length;
    if (others === colleagues.length)
      return t('usedBy.colleagues', { count: others, company: own?.name });
    return others === 0 ? t('usedBy.you') : t('usedBy.youAnd', { count: others });
  };
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('usedBy.title')}</h2>
      {usedBy.length === 0 ? (
        <p data-part="muted">{t('usedBy.nobody')}</p>
      ) : (
        <ul data-part="bars">
          {bars.map(({ company, count }) => (
            <li key={company?.key ?? ''} data-own={isOwn(company?.key) ? '' : undefined}>
              <span>{company?.name ?? t('usedBy.others')}</span>{' '}
              <i aria-hidden="true">
                <i style={{ width: `${(count / most) * 100}%` }} />
              </i>
              <b>{formatNumber(count, language)}</b>
            </li>
          ))}
        </ul>
      )}
      {own && colleagues.length > 0 ? (
        <details>
          <summary>
            <AvatarGroup people={colleagues.slice(0, maxFaces)} label={t('usedBy.faces')} />
            {colleagueText()}
          </summary>
          <p>
            {formatList(
              colleagues.map(({ name }) => name),
              language,
            )}
          </p>
        </details>
      ) : null}
    </section>
  );
}
