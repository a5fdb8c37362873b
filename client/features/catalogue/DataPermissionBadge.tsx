/** Badge on a card for the data that may go into the service. */
import { Database } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { DataPermission } from './dataPermission.ts';

export function DataPermissionBadge({ mark }: { mark: DataPermission }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { of, says, allows, told } = mark;
  const label =
    of === 'some' || of === 'data'
      ? t(`mark.${of}`)
      : t('mark.ofClass', { name: t(`mark.class.${of}`) });
  const word = typeof says === 'string' ? t(`mark.verdict.${says}`) : t('mark.count', says);
  const whole =
    of === 'some' || of === 'data'
      ? told.map(({ verdict, classes }) =>
          t('mark.list', {
            verdict: t(`mark.verdict.${verdict}`),
            classes: formatList(
              classes.map((one) => t(`mark.class.${one}`)),
              language,
            ),
          }),
        )
      : [];
  const words = [`${label}${word}`, ...whole].join('; ');
  return (
    <span data-part="data" data-of={of === 'some' || of === 'data' ? of : 'class'} title={words}>
      <Badge tone={allows ? 'success' : 'neutral'} icon={<Database size={12} aria-hidden="true" />}>
        <span data-part="data-label" aria-hidden="true">
          {label}
        </span>
        <span data-part="data-word" aria-hidden="true">
          {word}
        </span>
        <VisuallyHidden>{words}</VisuallyHidden>
      </Badge>
    </span>
  );
}
