/** Earlier decisions on a stage, the last one first. */
import { useTranslation } from 'react-i18next';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { StageToDecideQuery } from './generated.ts';

type Change = NonNullable<StageToDecideQuery['knowledgeItem']['stage']>['history'][number];

export function StageHistory({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{t('stage.history', { count: changes.length })}</summary>
      <ul>
        {changes.map((change) => {
          const why = chooseText(
            change.questionRu ?? change.reasonRu,
            change.questionEn ?? change.reasonEn,
            language,
          );
          return (
            <li key={change.version}>
              {t(change.isUndo ? 'stage.changeUndone' : 'stage.change', {
                from: t(`stage.names.${change.from}`),
                to: t(`stage.names.${change.to}`),
                date: formatDate(change.at, language),
                name: change.by?.name ?? t('admin.auditLog.gone'),
              })}
              {why.text ? <p lang={why.language}>{why.text}</p> : null}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
