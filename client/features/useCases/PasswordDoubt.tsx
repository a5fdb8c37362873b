/** Asks about a text that seems to hold a password, before colleagues read it: its author takes it out, or says that it is none. */
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { Work } from './useWork.ts';

export interface PasswordDoubtProps {
  work: Work;
  /** What keeps a press on the button from being one beside the field. */
  guard?: Pick<ComponentProps<typeof Button>, 'onPointerDown'>;
  onPublish: () => void;
}

export function PasswordDoubt({ work, guard, onPublish }: PasswordDoubtProps) {
  const { t } = useTranslation('dashboard');
  if (!work.isInDoubt || work.failure === null) return null;
  return (
    <Notice
      tone="danger"
      actions={
        <Button {...guard} aria-disabled={work.isBusy} onClick={onPublish}>
          {t('useCases.noPassword')}
        </Button>
      }
    >
      {work.failure}
    </Notice>
  );
}
