/** State of a list in the address: a choice among a few values, and the page. */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * @param name its word in the address
 * @param words what may be chosen; the first stands where the address names none of them, and is not written there
 */
export function useUrlChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const [params, setParams] = useSearchParams();
  const [first] = words;
  const choose = (word: Word) => {
    const next = new URLSearchParams(params);
    if (word === first) next.delete(name);
    else next.set(name, word);
    setParams(next);
  };
  return [words.find((word) => word === params.get(name)) ?? first, choose];
}

/**
 * A page beyond the end leads to the last one, in place of the address that named it. Answers whether it is beyond the end.
 * @param pages how many there are; null until that is known
 */
export function useLastPage(
  page: number,
  pages: number | null,
  replace: (page: number) => void,
): boolean {
  const last = pages === null ? page : Math.max(1, pages);
  const isBeyond = page > last;
  useEffect(() => {
    if (isBeyond) replace(last);
  }, [isBeyond, last, replace]);
  return isBeyond;
}
