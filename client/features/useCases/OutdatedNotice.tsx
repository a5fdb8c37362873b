/** Request to the author to update or confirm a text older than the other language. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { Language } from '../../i18n/languages.ts';

export interface OutdatedNoticeProps {
  /** The language of the outdated text. */
  language: Language;
  /** Whether the field shows the outdated text. */
  isShown: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onConfirm: () => void;
}

export function OutdatedNotice(props: OutdatedNoticeProps) {
  const { t } = useTranslation('dashboard');
  const { language, isShown } = props;
  const other = language === 'ru' ? 'en' : 'ru';
  return (
    <Notice
      tone="warning"
      actions={
        <>
          <Button aria-disabled={props.isBusy} onClick={props.onToggle}>
            {isShown ? t(`useCases.showText.${other}`) : t(`useCases.updateText.${language}`)}
          </Button>
          <Button aria-disabled={props.isBusy} onClick={props.onConfirm}>
            {t('useCases.confirmText')}
          </Button>
        </>
      }
    >
      {t(`useCases.outdatedHint.${language}`)}
    </Notice>
  );
}
