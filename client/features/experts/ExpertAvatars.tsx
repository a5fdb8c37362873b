/** Avatars of up to three experts of an item, with the number of the others. */
import { useTranslation } from 'react-i18next';
import { AvatarGroup } from '../../design/Avatar.tsx';
import { NotLoaded } from '../../design/Skeleton.tsx';
import type { ExpertAvatarsFragment } from '../../generated.ts';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export function ExpertAvatars({ item }: { item: ExpertAvatarsFragment }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { experts, expertsCount } = item;
  if (!experts || expertsCount === null) return <NotLoaded label={t('partial.slot')} />;
  const names = formatList(
    experts.map((expert) => expert.name),
    language,
  );
  return (
    <AvatarGroup
      people={experts}
      more={expertsCount - experts.length}
      label={
        expertsCount === 1 ? t('expert', { names }) : t('experts', { names, count: expertsCount })
      }
    />
  );
}
