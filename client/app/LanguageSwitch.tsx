/** RU or EN; every word changes in place. */
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../design/SegmentedControl.tsx';
import { useLanguage } from '../i18n/useLanguage.ts';

export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, changeLanguage } = useLanguage();
  return (
    <SegmentedControl
      label={t('language')}
      value={language}
      options={[
        { value: 'ru', label: 'RU', name: `RU, ${t('languageRu')}`, lang: 'ru' },
        { value: 'en', label: 'EN', name: `EN, ${t('languageEn')}`, lang: 'en' },
      ]}
      onChange={changeLanguage}
    />
  );
}
