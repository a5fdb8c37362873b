/** Colleagues who use most services of a loadout, and the way to ask its owner. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Avatar } from '../../design/Avatar.tsx';
import { ExternalButton } from '../../design/Button.tsx';
import { TelegramLogo } from '../../design/brandLogos.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { LoadoutQuery } from './generated.ts';
import { titleOf } from './loadoutText.ts';
import { useDisciplines } from './DisciplineSelect.tsx';

export function LoadoutColleagues({ loadout }: { loadout: LoadoutQuery['loadout'] }) {
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const user = useSignedInUser();
  const { nameOf } = useDisciplines();
  const id = useId();
  const { owner, colleagues, items } = loadout;
  const canAsk = owner && owner.id !== user.id && owner.telegramUsername;
  if (!user.company && !canAsk) return null;
  const message = t('people.message', { title: titleOf(loadout, language).text });
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('people.title')}</h2>
      {colleagues.length === 0 ? (
        <p data-part="muted">{t('people.nobody')}</p>
      ) : (
        <ul data-part="people">
          {colleagues.map(({ person, usedCount }) => (
            <li key={person.id}>
              <Avatar name={person.name} avatarUrl={person.avatarUrl} />
              <div>
                <b>{person.name}</b>
                <small>{nameOf(person.discipline)}</small>
              </div>
              <span>{t('people.count', { used: usedCount, total: items.length })}</span>
            </li>
          ))}
        </ul>
      )}
      {canAsk ? (
        <p data-part="acts">
          <ExternalButton
            size="small"
            icon={<TelegramLogo />}
            hiddenNote={<VisuallyHidden>{` ${t('common:newTab')}`}</VisuallyHidden>}
            href={`https://t.me/${encodeURIComponent(owner.telegramUsername!)}?text=${encodeURIComponent(message)}`}
          >
            {t('people.ask', { name: owner.name })}
          </ExternalButton>
        </p>
      ) : null}
    </section>
  );
}
