import { act, renderHook } from '@testing-library/react';
import { startTestWords } from '../testing/words.ts';
import { useLanguage } from './useLanguage.ts';

test('a change of the language succeeds once its words have come, each time', async () => {
  await startTestWords('ru');
  const { result } = renderHook(() => useLanguage());
  for (const language of ['en', 'ru'] as const) {
    await act(async () => expect(await result.current.changeLanguage(language)).toBe(true));
    expect(result.current.language).toBe(language);
  }
});
