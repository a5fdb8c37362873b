/** Switch between Russian and English. */
import { useTranslation } from 'react-i18next';
import { notify } from '../design/notify.ts';
import { SegmentedControl } from '../design/SegmentedControl.tsx';
import type { Language } from '../i18n/languages.ts';
import { useLanguage } from '../i18n/useLanguage.ts';

export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, changeLanguage } = useLanguage();
  const change = async (wanted: Language) => {
    notify.dismiss('language');
    if (await changeLanguage(wanted)) return;
    notify.error(t('error.title'), { description: t('error.network'), id: 'language' });
  };
  return (
    <SegmentedControl
      label={t('language')}
      value={language}
      options={[
        { value: 'ru', label: 'RU', name: `RU, ${t('languageRu')}`, lang: 'ru' },
        { value: 'en', label: 'EN', name: `EN, ${t('languageEn')}`, lang: 'en' },
      ]}
      onChange={(wanted) => void change(wanted)}
    />
  );
}
