/** Ways to the address check: the bookmarklet, its path, and what another application shares. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, buttonStyles } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { summaryStyles } from '../../design/summary.styles.ts';
import { space } from '../../design/theme.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { paths } from '../../app/paths.ts';

/** Characters of an address: whoever must sign in first comes back by it. */
const longestAddress = 350;

/** The page that tells whether an address is in the catalogue. */
export const checkPath = (address: string): string =>
  `${paths.check}?url=${encodeURIComponent(address)}`;

/**
 * The address of the bookmark. It reads the address of the page and nothing else of it, opens ours in a new tab, and leaves the page
 * as it is. What stands behind `#` stays there, but for the routes of one-page applications; a long address is told without its
 * parameters, with `?…` in their place, so that it is no other page.
 */
const bookmarkletFor = (origin: string): string =>
  `javascript:void(function(l){var a=l.href.replace(/#(?![/!]).*$/,'');if(a.length>${longestAddress})a=(l.origin+l.pathname).slice(0,${longestAddress})+'?…';window.open('${origin}${paths.check}?url='+encodeURIComponent(a),'_blank','noopener')})(location)`;

/**
 * The address in what another application shared: many send it within the text, some within the title. A text without an
 * address is given back whole, so that the person sees it and can correct it.
 */
export function sharedAddress(search: URLSearchParams): string {
  const [url = '', ...texts] = ['url', 'text', 'title'].map(
    (name) => search.get(name)?.trim() ?? '',
  );
  if (url) return url;
  const address = texts.map((text) => /https?:\/\/\S+/i.exec(text)?.[0]).find(Boolean);
  return address?.replace(/[).,;:!?»”"']+$/, '') ?? texts.find(Boolean) ?? '';
}

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
