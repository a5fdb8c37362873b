/** Choice among a few values that is stored in the address. */
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
