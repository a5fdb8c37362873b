/** Up to three people with the most liked use cases for an item, and how many more there are. */
import { useTranslation } from 'react-i18next';
import { AvatarGroup } from '../../design/Avatar.tsx';
import type { ExpertAvatarsFragment } from '../../generated.ts';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export function ExpertAvatars({ item }: { item: ExpertAvatarsFragment }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const names = formatList(
    item.experts.map((expert) => expert.name),
    language,
  );
  return (
    <AvatarGroup
      people={item.experts}
      more={item.expertsCount - item.experts.length}
      label={t('experts', { names, count: item.expertsCount })}
    />
  );
}
