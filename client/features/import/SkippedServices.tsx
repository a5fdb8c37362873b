/** Which services an import that was undone has left behind, and why each. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Notice } from '../../design/Notice.tsx';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/serviceLink.ts';
import type { UndoOneImportMutation } from './generated.ts';

export type Undone = UndoOneImportMutation['undoImport'];

/** So many are named; the others are counted. */
const shown = 10;

export function Stayed({ undone }: { undone: Undone }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { skipped: stayed, skippedCount } = undone;
  const more = skippedCount - Math.min(stayed.length, shown);
  return (
    <Notice title={t('admin.import.stayed', { count: skippedCount })}>
      <ul>
        {stayed.slice(0, shown).map(({ id, titleRu, titleEn, reason }) => {
          const title = chooseText(titleRu, titleEn, language);
          return (
            <li key={id}>
              <Link to={servicePath(id)} lang={title.language}>
                {title.text}
              </Link>
              {`: ${t(`admin.import.stays.${reason}`)}`}
            </li>
          );
        })}
        {more > 0 ? <li>{t('admin.import.moreRows', { count: more })}</li> : null}
      </ul>
    </Notice>
  );
}
