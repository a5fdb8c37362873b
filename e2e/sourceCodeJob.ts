// Job “find out whether source code may go in”: from the search to the verdict, read as a screen reader does.
// Shared by the journeys and `bench:jobs`.
import { expect, type Page } from '@playwright/test';
import { createCountingUser, type JobCost, type Language } from './jobs.ts';

const words = {
  ru: { search: 'Поиск по каталогу', may: /^Что можно/, code: 'исходный код' },
  en: { search: 'Search the catalogue', may: /^What’s allowed/, code: 'source code' },
};

/**
 * Limits within which a newcomer finds the answer: words from the start of its section, and pixels from the top.
 * On a wide screen all six verdicts lie within the pixels.
 */
const firstWords = 40;
const firstPixels = 600;
const wide = 1024;

/** GDEV has decided all six data classes of each: some allow, some forbid, some are under review. */
export const sourceCodeServices = [
  'Cursor',
  'ChatGPT',
  'Claude',
  'GitHub Copilot',
  'Perplexity',
  'Ollama',
  'JetBrains AI',
  'Claude Code',
  'DeepSeek',
  'Windsurf',
] as const;

/** Words that a screen reader reads in a part of the page, in order, without role names and states. */
function readAloud(snapshot: string): string[] {
  return snapshot
    .split('\n')
    .filter((line) => !/^\s*- \/\w+:/.test(line))
    .map((line) =>
      line.replace(/^\s*- (?:text|[a-z]+)\b:?/, '').replaceAll(/\[[a-z]+(?:=\w+)?\]/g, ''),
    )
    .join(' ')
    .replaceAll(/["\\:]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The answer on the open page; fails when it is not within the limits. */
async function readAnswer(page: Page, language: Language): Promise<string> {
  const say = words[language];
  const may = page.getByRole('region', { name: say.may });
  await expect(page.locator('#main').getByRole('heading').nth(1)).toHaveText(say.may);
  const verdict = may.locator('dl > div').filter({ hasText: say.code });
  await expect(verdict).toBeVisible();
  const read = (text: string) => readAloud(text).join(' ');
  const answer = read(await verdict.ariaSnapshot());
  const heard = readAloud(await may.ariaSnapshot())
    .slice(0, firstWords)
    .join(' ');
  expect(heard, `the first ${firstWords} words`).toContain(answer);
  const isWide = page.viewportSize()!.width >= wide;
  for (const one of await (isWide ? may.locator('dl > div') : verdict).all()) {
    const box = await one.boundingBox();
    expect(
      box!.y + box!.height,
      `${await one.innerText()}: pixels from the top`,
    ).toBeLessThanOrEqual(firstPixels);
  }
  return answer;
}

/** Finds the verdict of each service; the highest presses and seconds are the cost. */
export async function findSourceCodeVerdict(
  page: Page,
  url: string,
  {
    language,
    byKeyboard,
    services = sourceCodeServices,
  }: { language: Language; byKeyboard: boolean; services?: readonly string[] },
): Promise<JobCost> {
  const say = words[language];
  const costs: JobCost[] = [];
  for (const name of services) {
    await page.goto(`${url}/dashboard`);
    await expect(page.getByRole('article').first()).toBeVisible();
    const hand = createCountingUser(page, byKeyboard);
    const begun = performance.now();
    await hand.fill(page.getByRole('combobox', { name: say.search }), name);
    await hand.press(page.getByRole('article').getByRole('link', { name, exact: true }));
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await readAnswer(page, language);
    costs.push({ presses: hand.presses, seconds: (performance.now() - begun) / 1000 });
  }
  return {
    presses: Math.max(...costs.map(({ presses }) => presses)),
    seconds: Math.max(...costs.map(({ seconds }) => seconds)),
  };
}
