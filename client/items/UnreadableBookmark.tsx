/** Bookmark that could not be read, with the reason. */
import { useUnreadableBookmarkText } from './useUnreadableBookmarkText.ts';

interface Props {
  where: string;
  reason: string;
}

export function UnreadableBookmark({ where, reason }: Props) {
  const { place, why } = useUnreadableBookmarkText()({ where, reason });
  return (
    <>
      <code {...(place === null ? { lang: 'en' } : {})}>{place ?? where}</code>{' '}
      <span {...(why === null ? { lang: 'en' } : {})}>{why ?? reason}</span>
    </>
  );
}
