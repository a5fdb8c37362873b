/** Head of a loadout's page: who may read it, its title, description, owner and numbers. */
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../design/Avatar.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { LoadoutQuery } from './generated.ts';
import { KindBadge } from './KindBadge.tsx';
import { descriptionOf, titleOf } from './loadoutText.ts';
import { useDisciplines } from './DisciplineSelect.tsx';

export function LoadoutHead({ loadout }: { loadout: LoadoutQuery['loadout'] }) {
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const { nameOf } = useDisciplines();
  const title = titleOf(loadout, language);
  const description = descriptionOf(loadout, language);
  const discipline = nameOf(loadout.discipline);
  const { owner, itemsCount, takersCount } = loadout;
  return (
    <header>
      <div data-part="badges">
        <KindBadge kind={loadout.kind} company={loadout.company} />
        {discipline && discipline !== title.text ? <span>{discipline}</span> : null}
      </div>
      <h1 lang={title.language}>
        {title.text}
        {title.isSubstitute ? <LanguageMark language={title.language} /> : null}
      </h1>
      {description.text ? (
        <p data-part="lead" lang={description.language}>
          {description.text}
          {description.isSubstitute ? <LanguageMark language={description.language} /> : null}
        </p>
      ) : null}
      <div data-part="meta">
        <span>
          {owner ? <Avatar name={owner.name} avatarUrl={owner.avatarUrl} /> : null}
          {owner ? t('owner', { name: owner.name }) : t('noOwner')}
        </span>
        <span>{t('services', { count: itemsCount })}</span>
        {takersCount > 0 ? <span>{t('takenBy', { count: takersCount })}</span> : null}
        <span>{t('updated', { date: formatDate(loadout.updatedAt, language) })}</span>
      </div>
    </header>
  );
}
