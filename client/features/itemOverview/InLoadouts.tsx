/** Loadouts that hold a service. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ServiceLoadoutFragment } from '../../items/generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { loadoutPath } from '../../items/links.ts';

export function InLoadouts({ loadouts }: { loadouts: readonly ServiceLoadoutFragment[] }) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const id = useId();
  if (loadouts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('inLoadouts')}</h2>
      <ul data-part="loadouts">
        {loadouts.map((loadout) => {
          const title = getTitle(loadout, language);
          return (
            <li key={loadout.id}>
              <Link to={loadoutPath(loadout.id)} lang={title.language}>
                {title.text}
              </Link>
              <small>{t('dashboard:foundLoadoutSize', { count: loadout.itemsCount })}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
