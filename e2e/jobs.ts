// Jobs that people come with, done in a browser from beginning to end: presses are counted as a person makes them (a choice of a
// file, a click, a text typed or pasted into a field), by mouse or by the keyboard alone. Shared by the journeys and `bench:jobs`.
import { expect, type Locator, type Page } from '@playwright/test';

/** What a job has cost. */
export interface JobCost {
  presses: number;
  seconds: number;
}

export type Language = 'ru' | 'en';

/** How a job is done: every press goes through here. */
interface Hand {
  readonly presses: number;
  press(target: Locator): Promise<void>;
  fill(target: Locator, text: string): Promise<void>;
  choose(target: Locator, file: UploadedFile): Promise<void>;
}

export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const stopsAtMost = 150;

/** Where a target is from where the focus stands: there already, before it or behind it. */
const wayTo = (target: Locator): Promise<'here' | 'Tab' | 'Shift+Tab'> =>
  target.evaluate((element) => {
    const focused = document.activeElement;
    if (focused === element) return 'here';
    const isBefore =
      focused && focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return isBefore && focused !== document.body ? 'Shift+Tab' : 'Tab';
  });

/** Goes with Tab, or back with Shift and Tab, until the target has the focus, as somebody without a mouse does. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < stopsAtMost; stop += 1) {
    const way = await wayTo(target);
    if (way === 'here') return;
    await page.keyboard.press(way);
  }
  throw new Error(`The keyboard does not reach ${target}`);
}

function createHand(page: Page, byKeyboard: boolean): Hand {
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
        await target.focus();
        await expect(target).toBeFocused();
      }
      await target.setInputFiles(file);
    },
  };
}

export const ownCount = 410;

/** Tags of the export: their original names, and what they are called in both languages. */
const ownTags = [
  { original: 'own-tools', ru: 'Свои инструменты', en: 'Own tools' },
  { original: 'writing', ru: 'Тексты', en: 'Writing' },
  { original: 'images', ru: 'Картинки', en: 'Images' },
  { original: 'speech', ru: 'Речь', en: 'Speech' },
];

/** An export as Raindrop writes it: 410 services, a double by address, a double by name, a row that is none. */
function ownExport(): UploadedFile {
  const row = (id: number, title: string, url: string, tags: string) =>
    `${id},${title},Свой инструмент,What it does for work number ${id},${url},,"${tags}",2026-01-01T00:00:00.000Z,,,false`;
  const lines = Array.from({ length: ownCount }, (_, at) => {
    const number = at + 1;
    const tag = ownTags[1 + (number % 3)]!.original;
    return row(
      9_000_000 + number,
      `Own tool ${number}`,
      `https://own${number}.example.com/`,
      `own-tools, ${tag}`,
    );
  });
  const text = [
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
    ...lines,
    row(9_900_001, 'Another', 'http://www.own7.example.com/?utm_source=x', 'writing'),
    row(9_900_002, 'OWN TOOL 7', 'https://own7.example.org/', 'writing'),
    row(9_900_003, 'Broken', 'javascript:alert(1)', ''),
  ].join('\n');
  return { name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const words = {
  ru: {
    file: 'Перетащите файлы или выберите их',
    start: /^Добавить \d+/,
    demo: 'Что сделать с демокаталогом?',
    leave: 'Убрать',
    added: /^Добавлено \d+/,
    services: 'Сервисы',
    compare: /^Сравнить и объединить: /,
    merge: 'Объединить',
    noDoubles: 'Дублей нет',
    change: (tag: string) => `Изменить тег: ${tag}`,
    nameRu: 'Название по-русски',
    nameEn: 'Название по-английски',
    save: 'Сохранить',
  },
  en: {
    file: 'Drop files here, or choose them',
    start: /^Bring in \d+/,
    demo: 'What should happen to the demo?',
    leave: 'Leave it behind',
    added: /^\d+ services added/,
    services: 'Services',
    compare: /^Compare and merge: /,
    merge: 'Merge',
    noDoubles: 'No doubles',
    change: (tag: string) => `Change the tag: ${tag}`,
    nameRu: 'Name in Russian',
    nameEn: 'Name in English',
    save: 'Save',
  },
};

/**
 * From a fresh product and an export to a catalogue of one's own: without the demo, without doubles, its tags named in both
 * languages. The pictures come by themselves (the job that fetches them from the sites), without a press.
 */
export async function doOwnCatalogue(
  page: Page,
  url: string,
  { language, byKeyboard }: { language: Language; byKeyboard: boolean },
): Promise<JobCost> {
  const say = words[language];
  const hand = createHand(page, byKeyboard);
  const begun = performance.now();
  await page.goto(`${url}/admin/import`);
  await hand.choose(page.getByLabel(say.file), ownExport());
  await hand.press(page.getByRole('button', { name: say.start }));
  const question = page.getByRole('dialog', { name: say.demo });
  await hand.press(question.getByRole('button', { name: say.leave }));
  await expect(page.getByText(say.added).first()).toBeVisible({ timeout: 30_000 });

  await hand.press(page.getByRole('link', { name: say.services, exact: true }));
  await hand.press(page.getByRole('button', { name: say.compare }));
  const dialog = page.getByRole('dialog');
  await hand.press(dialog.getByRole('button', { name: say.merge, exact: true }));
  await expect(page.getByText(say.noDoubles)).toBeVisible();

  for (const { original, ru, en } of ownTags) {
    await hand.press(page.getByRole('button', { name: say.change(original) }));
    await hand.fill(dialog.getByRole('textbox', { name: say.nameRu }), ru);
    await hand.fill(dialog.getByRole('textbox', { name: say.nameEn }), en);
    await hand.press(dialog.getByRole('button', { name: say.save }));
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(en, { exact: true })).toBeVisible();
  }
  return { presses: hand.presses, seconds: (performance.now() - begun) / 1000 };
}
