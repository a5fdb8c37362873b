/** Bookmark that could not be read, with the reason. */
import { useTranslation } from 'react-i18next';

const places = [
  ['line', /^(?:(.+), )?line (\d+)$/],
  ['bookmark', /^(.*?)bookmark (\d+)$/],
] as const;

/** The server's reasons (integrations/readBookmark, bookmarkFile, raindrop), each with what is said in it. */
const reasons = [
  ['addressMissing', /^the address is missing$/],
  ['addressUnreadable', /^the address cannot be read$/],
  ['addressLong', /^the address is longer than (\d+) bytes$/],
  ['addressKind', /^the address begins with (.+) instead of http or https$/],
  ['addressSecret', /^the address holds a user name or a password$/],
  ['addressSuspicious', /^the address holds what stands behind a lost quotation mark$/],
  ['rowLong', /^it is longer than (\d+) characters$/],
  ['jsonBroken', /^its JSON is broken$/],
  ['titleLong', /^the title is longer than (\d+) characters$/],
  ['excerptLong', /^the excerpt is longer than (\d+) characters$/],
  ['noteLong', /^the note is longer than (\d+) characters$/],
  ['tagLong', /^a tag is longer than (\d+) characters$/],
  ['quoteOpen', /^a quotation mark is not closed$/],
  ['noBookmark', /^it is no bookmark$/],
  ['field', /^the field (.+) is not as expected$/],
] as const;

/** The first form that fits, and what stands in its brackets. */
function find<Name extends string>(forms: readonly (readonly [Name, RegExp])[], text: string) {
  for (const [name, form] of forms) {
    const found = form.exec(text);
    if (found) return { name, first: found[1] ?? '', second: found[2] ?? '' };
  }
  return null;
}

interface BookmarkFailure {
  where: string;
  reason: string;
}

/** The words of the two; null for what the server says in words that are not known here. */
export function useUnreadableBookmarkText(): (bookmark: BookmarkFailure) => {
  place: string | null;
  why: string | null;
} {
  const { t } = useTranslation('dashboard');
  return ({ where, reason }) => {
    const [place, why] = [find(places, where), find(reasons, reason)];
    return {
      place:
        place &&
        [place.first, t(`admin.unreadableBookmarks.places.${place.name}`, { value: place.second })]
          .filter(Boolean)
          .join(', '),
      why:
        why &&
        t(`admin.unreadableBookmarks.reasons.${why.name}`, {
          first: why.first,
          second: why.second,
        }),
    };
  };
}

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
