// Counting user in a browser: a click, a typed text or a file choice is one press, by mouse or keyboard.
// Shared by the journeys and `bench:jobs`.
import { expect, type Locator, type Page } from '@playwright/test';
import { ownDoubles, ownExport, unknownTags } from '../server/testing/ownExport.ts';
import type { Language } from '../server/shared/language.ts';

/** Cost of a job. */
export interface JobCost {
  presses: number;
  seconds: number;
}

/** Simulated user who counts every press of a job. */
export interface Hand {
  readonly presses: number;
  press(target: Locator): Promise<void>;
  fill(target: Locator, text: string): Promise<void>;
  choose(target: Locator, file: UploadedFile): Promise<void>;
  /** Chooses an option of a list by its text. */
  select(target: Locator, label: string): Promise<void>;
  /** Goes to a target by the Tab key, without pressing it. */
  reach(target: Locator): Promise<void>;
  /** A shortcut that works with any focus. */
  key(code: string): Promise<void>;
}

export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const stopsAtMost = 150;

/** Direction from the focus to a target. */
const wayTo = (target: Locator): Promise<'here' | 'Tab' | 'Shift+Tab'> =>
  target.evaluate((element) => {
    const focused = document.activeElement;
    if (focused === element) return 'here';
    const isBefore =
      focused && focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return isBefore && focused !== document.body ? 'Shift+Tab' : 'Tab';
  });

/** Presses Tab or Shift+Tab until the target has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < stopsAtMost; stop += 1) {
    const way = await wayTo(target);
    if (way === 'here') return;
    await page.keyboard.press(way);
  }
  throw new Error(`The keyboard does not reach ${target}`);
}

export function createCountingUser(page: Page, byKeyboard: boolean): Hand {
  let presses = 0;
  return {
    get presses() {
      return presses;
    },
    async press(target) {
      presses += 1;
      if (!byKeyboard) return target.click();
      await expect(target).toBeEnabled();
      await reach(page, target);
      await page.keyboard.press('Enter');
    },
    async fill(target, text) {
      presses += 1;
      if (!byKeyboard) return target.fill(text);
      await reach(page, target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    async choose(target, file) {
      presses += 1;
      if (byKeyboard) {
        // A hidden element cannot be focused.
        await target.waitFor();
        await target.focus();
        await expect(target).toBeFocused();
      }
      await target.setInputFiles(file);
    },
    async select(target, label) {
      presses += 1;
      if (byKeyboard) await reach(page, target);
      await target.selectOption({ label });
    },
    reach: (target) => reach(page, target),
    async key(code) {
      presses += 1;
      await page.keyboard.press(code);
    },
  };
}

const words = {
  ru: {
    file: 'Перетащите файлы или выберите их',
    start: /^Добавить \d+/,
    demo: 'Что сделать с демокаталогом?',
    leave: 'Убрать после импорта',
    added: /^Добавлено \d+/,
    adminPanel: 'Панель администратора',
    services: 'Сервисы',
    compare: /^Сравнить и объединить: /,
    merge: 'Объединить',
    noDuplicates: 'Дублей нет',
    russian: (tag: string) => `${tag} по-русски`,
    save: /^Назвать \d+ тег/,
    allNamed: 'Названия на обоих языках есть у всех тегов',
  },
  en: {
    file: 'Drop files here, or choose them',
    start: /^Import \d+/,
    demo: 'What should happen to the demo?',
    leave: 'Remove after import',
    added: /^\d+ services added/,
    adminPanel: 'Admin panel',
    services: 'Services',
    compare: /^Compare and merge: /,
    merge: 'Merge',
    noDuplicates: 'No duplicates',
    russian: (tag: string) => `${tag} in Russian`,
    save: /^Name \d+ tag/,
    allNamed: 'Every tag has a name in both languages',
  },
};

/**
 * Turns a fresh product and an export into a company's own catalogue: without the demo and duplicates, its tags named in both
 * languages. A job fetches the pictures from the sites, without a press.
 */
export async function buildOwnCatalogue(
  page: Page,
  url: string,
  { language, byKeyboard }: { language: Language; byKeyboard: boolean },
): Promise<JobCost> {
  const say = words[language];
  const hand = createCountingUser(page, byKeyboard);
  const begun = performance.now();
  await page.goto(`${url}/admin/import`);
  await hand.choose(page.getByLabel(say.file), {
    name: 'own.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(ownExport()),
  });
  await hand.press(page.getByRole('button', { name: say.start }));
  const question = page.getByRole('dialog', { name: say.demo });
  await hand.press(question.getByRole('button', { name: say.leave }));
  await expect(page.getByText(say.added).first()).toBeVisible();

  for (const [at, tag] of unknownTags.entries())
    await hand.fill(
      page.getByRole('textbox', { name: say.russian(tag), exact: true }),
      `своя полка ${at + 1}`,
    );
  await hand.press(page.getByRole('button', { name: say.save }));
  await expect(page.getByText(say.allNamed)).toBeVisible();

  // Phones have a list in place of the links.
  const screens = page.getByRole('combobox', { name: say.adminPanel, exact: true });
  if (await screens.isVisible()) await hand.select(screens, say.services);
  else await hand.press(page.getByRole('link', { name: say.services, exact: true }));
  for (let left = ownDoubles; left > 0; left -= 1) {
    const groups = page.getByRole('button', { name: say.compare });
    await expect(groups).toHaveCount(left);
    await hand.press(groups.first());
    const dialog = page.getByRole('dialog');
    await hand.press(dialog.getByRole('button', { name: say.merge, exact: true }));
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByText(say.noDuplicates)).toBeVisible();
  return { presses: hand.presses, seconds: (performance.now() - begun) / 1000 };
}

export type { Language };
