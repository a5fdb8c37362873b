/** How to check a page from where one is: by sharing it on a phone, or by a bookmark. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, buttonStyles } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { summaryStyles } from '../../design/summary.styles.ts';
import { space } from '../../design/theme.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { bookmarkletFor } from './bookmarklet.ts';

const BookmarkLink = styled.a`
  ${buttonStyles}
  cursor: grab;
`;

const OtherWays = styled.details`
  ${summaryStyles}

  [data-part='acts'] {
    margin-top: ${space[3]};
  }
`;

/** React writes no `javascript:` into a page; this one is to be dragged away, and never runs here. */
const asBookmark = (link: HTMLAnchorElement | null) =>
  link?.setAttribute('href', bookmarkletFor(window.location.origin));

export function Bookmarklet() {
  const { t } = useTranslation(['service', 'common']);
  const id = useId();
  const isPhone = useMediaQuery('(hover: none), (max-width: 767px)');
  const copy = () =>
    navigator.clipboard.writeText(bookmarkletFor(window.location.origin)).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      (failure: unknown) => {
        console.info('The bookmark could not be copied', failure);
        notify.error(t('check.copyFailed'), { id: 'copy' });
      },
    );
  const copyButton = <Button onClick={() => void copy()}>{t('check.copy')}</Button>;
  if (isPhone)
    return (
      <section aria-labelledby={id}>
        <h2 id={id}>{t('check.bookmark')}</h2>
        <p>{t('check.share')}</p>
        <OtherWays>
          <summary>{t('check.otherWays')}</summary>
          <p>{t('check.byHand')}</p>
          <div data-part="acts">{copyButton}</div>
        </OtherWays>
      </section>
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
        {copyButton}
      </div>
      <p data-part="muted">{t('check.share')}</p>
      <p data-part="muted">{t('check.byHand')}</p>
    </section>
  );
}
