/** Bookmarklet section: drag or copy the bookmark that checks a page. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { buttonStyles } from '../../design/button.styles.ts';
import { notify } from '../../design/notify.ts';
import { bookmarkletFor } from './bookmarklet.ts';

const BookmarkLink = styled.a`
  ${buttonStyles}
  cursor: grab;
`;

/** React writes no `javascript:` into a page; this one is to be dragged away, and never runs here. */
const asBookmark = (link: HTMLAnchorElement | null) =>
  link?.setAttribute('href', bookmarkletFor(window.location.origin));

export function Bookmarklet() {
  const { t } = useTranslation(['service', 'common']);
  const id = useId();
  const copy = () =>
    navigator.clipboard.writeText(bookmarkletFor(window.location.origin)).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      (failure: unknown) => {
        console.info('The bookmark could not be copied', failure);
        notify.error(t('check.copyFailed'), { id: 'copy' });
      },
    );
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('check.bookmark')}</h2>
      <p>{t('check.bookmarkHint')}</p>
      <div data-part="acts">
        <BookmarkLink
          ref={asBookmark}
          onClick={(event) => {
            event.preventDefault();
            notify.info(t('check.drag'));
          }}
        >
          {t('check.bookmarkName')}
        </BookmarkLink>
        <Button onClick={() => void copy()}>{t('check.copy')}</Button>
      </div>
      <p data-part="muted">{t('check.share')}</p>
      <p data-part="muted">{t('check.byHand')}</p>
    </section>
  );
}
