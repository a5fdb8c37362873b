/** Services that undoing an import has kept, with the reason for each. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Notice } from '../../design/Notice.tsx';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/serviceLink.ts';
import type { UndoOneImportMutation } from './generated.ts';

export type UndoneImport = UndoOneImportMutation['undoImport'];

const maxShown = 10;

export function SkippedServices({ undone }: { undone: UndoneImport }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { skipped, skippedCount } = undone;
  const more = skippedCount - Math.min(skipped.length, maxShown);
  return (
    <Notice title={t('admin.import.skipped', { count: skippedCount })}>
      <ul>
        {skipped.slice(0, maxShown).map(({ id, titleRu, titleEn, reason }) => {
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
