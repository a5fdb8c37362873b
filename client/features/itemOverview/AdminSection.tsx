/** Admin actions for a service, and its possible duplicates. */
import { useId } from 'react';
import { Eye, History, Pencil, TableProperties } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import type { ServicePageQuery } from '../../items/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';

export interface AdminSectionProps {
  duplicates: ServicePageQuery['knowledgeItem']['possibleDuplicates'];
  onEdit: (() => void) | undefined;
  onHistory: (() => void) | undefined;
  onRules: (() => void) | undefined;
  onVisibility: (() => void) | undefined;
}

export function AdminSection({
  duplicates,
  onEdit,
  onHistory,
  onRules,
  onVisibility,
}: AdminSectionProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('admin.title')}</h2>
      <div data-part="acts">
        <Button size="small" icon={<Pencil size={14} aria-hidden="true" />} onClick={onEdit}>
          {t('dashboard:menu.edit')}
        </Button>
        <Button
          size="small"
          icon={<TableProperties size={14} aria-hidden="true" />}
          onClick={onRules}
        >
          {t('admin.rules')}
        </Button>
        <Button size="small" icon={<History size={14} aria-hidden="true" />} onClick={onHistory}>
          {t('admin.history')}
        </Button>
        <Button size="small" icon={<Eye size={14} aria-hidden="true" />} onClick={onVisibility}>
          {t('admin.visibility')}
        </Button>
      </div>
      {duplicates && duplicates.length > 0 ? (
        <>
          <h3>{t('admin.duplicates')}</h3>
          <ul data-part="chips">
            {duplicates.map((item) => (
              <li key={item.id}>
                <Link to={servicePath(item.id)}>
                  {chooseText(item.titleRu, item.titleEn, language).text}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
