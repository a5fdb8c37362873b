/** Button that cycles through the colour modes. */
import { Moon, Sun, SunMoon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nextColourMode, setColourMode, useColourMode } from '../browser/colourMode.ts';
import { IconButton } from '../design/Button.tsx';

const icons = { system: SunMoon, light: Sun, dark: Moon };

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
