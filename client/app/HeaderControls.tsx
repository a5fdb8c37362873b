/** Controls of every header: the language and the colour mode. */
import { useTranslation } from 'react-i18next';
import { Moon, Sun, SunMoon } from 'lucide-react';
import { notify } from '../design/notify.ts';
import { SegmentedControl } from '../design/SegmentedControl.tsx';
import type { Language } from '../i18n/languages.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { nextColourMode, setColourMode, useColourMode } from '../browser/colourMode.ts';
import { IconButton } from '../design/Button.tsx';

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

const icons = { system: SunMoon, light: Sun, dark: Moon };

/** Button that cycles through the colour modes. */
export function ColourModeButton() {
  const { t } = useTranslation();
  const mode = useColourMode();
  const Icon = icons[mode];
  return (
    <IconButton
      variant="ghost"
      size="small"
      label={t('theme.label', { mode: t(`theme.${mode}`) })}
      icon={<Icon size={18} aria-hidden="true" />}
      onClick={() => setColourMode(nextColourMode(mode))}
    />
  );
}
