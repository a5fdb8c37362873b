/** A dialog that did not come: what stands for it leaves the page usable, and gives the focus back to what opened it. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { LateFailure, type Late } from './LateFailure.tsx';
import { radius, space, zIndex } from './theme.ts';

const Place = styled.section`
  position: fixed;
  inset: auto 0 ${space[4]};
  z-index: ${zIndex.dialog};
  width: min(440px, 100% - 2 * var(--gutter));
  max-height: calc(100dvh - ${space[8]});
  margin-inline: auto;
  overflow-y: auto;
  border-radius: ${radius.md};
  box-shadow: var(--shadow-overlay);
`;

const fields = 'input, textarea, select, [contenteditable=true]';

function Panel({ onClose, ...late }: Late & { onClose: () => void }) {
  const { t } = useTranslation();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const panel = place.current;
    const opener = document.activeElement;
    // Somebody who has gone on to write is not interrupted.
    if (!opener?.matches(fields)) panel?.querySelector('button')?.focus();
    return () => {
      if (panel?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <Place
      ref={place}
      aria-label={t('error.title')}
      data-no-print=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <LateFailure {...late}>
        <Button variant="ghost" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </LateFailure>
    </Place>
  );
}

/** Stands as long as the dialog is wanted; one that is opened anew is asked for anew. */
export function LateDialogFailure(props: Late & { onClose: () => void }) {
  const { failure, attempt } = props;
  const hasFailedBefore = useRef(failure !== null);
  useEffect(() => {
    if (hasFailedBefore.current) void attempt();
  }, [attempt]);
  return failure ? createPortal(<Panel {...props} />, document.body) : null;
}
