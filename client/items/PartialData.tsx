/** A bookmark that could not be read, and why, in the reader's language; what the server says in other words stays English. */
import { useUnreadableWords } from './usePartialDataText.ts';

interface Props {
  where: string;
  reason: string;
}

export function Unreadable({ where, reason }: Props) {
  const { place, why } = useUnreadableWords()({ where, reason });
  return (
    <>
      <code {...(place === null ? { lang: 'en' } : {})}>{place ?? where}</code>{' '}
      <span {...(why === null ? { lang: 'en' } : {})}>{why ?? reason}</span>
    </>
  );
}
