// Unusual input of a search over REST: look-alike letters, names with signs, invisible characters, glued and parted names.
import { anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const titles = [
  ['1С Склад', 'Остатки и накладные'],
  ['1C Loader', 'Moves tables'],
  ['Claude', 'An assistant'],
  ['Ёжик и ёлка', 'Открытки'],
  ['НТВ Архив', 'Передачи'],
  ['HTC Viewer', 'Headsets'],
  ['C# linter', 'Finds mistakes'],
  ['C++ linter', 'Finds mistakes'],
  ['F# linter', 'Finds mistakes'],
  ['C linter', 'Finds mistakes'],
  ['NET cable tester', 'Measures'],
  ['.NET profiler', 'Measures'],
  ['Rendering farm', 'Frames'],
  ['R notebooks', 'Statistics'],
  ['Gopher library', 'Archive'],
  ['Go formatter', 'Formats'],
  ['Abacus', 'Counts'],
  ['A/B planner', 'Plans'],
  ['QA desk', 'Checks'],
  ['Q&A desk', 'Answers'],
  ['Channel helper', 'Streams'],
  ['@channel helper', 'Announces'],
  ['Vue.js studio', 'Pages'],
  ['3ds Max scripts', 'Scenes'],
  ['C4D materials', 'Scenes'],
  ['Qwen-3 runner', 'Runs'],
  ['Qwen3 trainer', 'Trains'],
  ['Qwen 3 notes', 'Notes'],
  ['Weights', 'Compares Qwen-3 with others, as a co\u00ADmmu\u00ADnity'],
  ['Сценка', 'Квест-доски'],
  ['Рас\u00ADшиф\u00ADров\u00ADщик', 'Soft hyphens'],
  ['Night\u200BOwl', 'Zero width'],
  ['Paper\u00A0Boat', 'No-break space'],
  ['Квест-доска', 'Задания'],
  ['Сце\u00ADнарист', 'Пишет'],
  ["Ann's Café", 'Letters'],
  ['Майя', 'Трёхмерное'],
  ['Straße ﬁnder', 'Maps'],
  ['Ｗｉｄｅ', 'Letters'],
  ['Мел и губка', 'Для уроков'],
] as const;

let app: TestApp;
let person: Caller;
beforeAll(async () => {
  app = await startTestApp();
  for (const [title, descriptionEn] of titles)
    await anItem(app.database.db, {
      titleRu: title,
      titleEn: null,
      descriptionRu: null,
      descriptionEn,
    });
  person = await app.signedIn();
});
afterAll(() => app.close());

interface Page {
  data: { titleRu: string }[];
}
const search = async (text: string): Promise<string[]> => {
  const { status, body } = await person.call<Page>(
    'GET',
    `/api/v1/knowledge/search?search=${encodeURIComponent(text)}&perPage=50`,
  );
  expect(status).toBe(200);
  return body.data.map(({ titleRu }) => titleRu);
};

test.each([
  // Letters of the other alphabet.
  ['1С', ['1С Склад', '1C Loader']],
  ['1C', ['1С Склад', '1C Loader']],
  ['1c склад', ['1С Склад']],
  ['Сlаudе', ['Claude']],
  ['HTB архив', ['НТВ Архив']],
  ['НТС', ['HTC Viewer']],
  ['е\u0308жик', ['Ёжик и ёлка']],
  ['eлкa', ['Ёжик и ёлка']],
  // Digits and hyphens, glued or parted.
  ['qwen3', ['Qwen-3 runner', 'Qwen3 trainer', 'Qwen 3 notes', 'Weights']],
  ['qwen 3', ['Qwen-3 runner', 'Qwen3 trainer', 'Qwen 3 notes', 'Weights']],
  ['QWEN\u20113', ['Qwen-3 runner', 'Qwen3 trainer', 'Qwen 3 notes', 'Weights']],
  ['квестдоска', ['Квест-доска', 'Сценка']],
  ['квест—доска', ['Квест-доска']],
  // Invisible characters.
  ['расшифровщик', ['Рас\u00ADшиф\u00ADров\u00ADщик']],
  ['nightowl', ['Night\u200BOwl']],
  ['paper boat', ['Paper\u00A0Boat']],
  ['pa\u00ADper\u00A0bo\u200Bat', ['Paper\u00A0Boat']],
  ['community', ['Weights']],
  ['сценарист', ['Сце\u00ADнарист']],
  // Other spellings of a letter.
  ['ann’s cafe', ["Ann's Café"]],
  ['маи\u0306я', ['Майя']],
  ['strasse finder', ['Straße ﬁnder']],
  ['wide', ['Ｗｉｄｅ']],
  ['🗺️ ＷİＤＥ', ['Ｗｉｄｅ']],
  // Beginnings of three letters, and a typing error in three.
  ['май', ['Майя']],
  ['ren', ['Rendering farm']],
  ['меж', ['Мел и губка']],
])('%s finds %j', async (text, expected) => {
  expect(await search(text)).toEqual(expect.arrayContaining([...expected]));
});

test.each([
  ['c++', 'C++ linter'],
  ['С++', 'C++ linter'],
  ['ｃ＃', 'C# linter'],
  ['f#', 'F# linter'],
  ['c', 'C linter'],
  ['с', 'C linter'],
  ['.net', '.NET profiler'],
  ['net', 'NET cable tester'],
  ['r', 'R notebooks'],
  ['go', 'Go formatter'],
  ['a/b', 'A/B planner'],
  ['q&a', 'Q&A desk'],
  ['qa', 'QA desk'],
  ['@channel', '@channel helper'],
  ['vue js', 'Vue.js studio'],
  ['vuejs', 'Vue.js studio'],
  ['vue.js', 'Vue.js studio'],
  ['3dsmax', '3ds Max scripts'],
  ['c 4d', 'C4D materials'],
  ['C ++', 'C++ linter'],
  ['f ♯', 'F# linter'],
  ['«C»', 'C linter'],
  ['c*', 'C linter'],
])('the first for %s is %s', async (text, title) => {
  expect((await search(text))[0] ?? null).toBe(title);
});

test.each(['…', '++', '#', '[]{}', '🙂', '👩‍💻'])('%s finds nothing', async (text) => {
  expect(await search(text)).toEqual([]);
});

test('a text over the limit is refused by name', async () => {
  const { status, body } = await person.call(
    'GET',
    `/api/v1/knowledge/search?search=${'a'.repeat(1_000)}`,
  );
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'search', code: 'too_long' }] },
  });
});
