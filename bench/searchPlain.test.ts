// Regressions of one- and two-word searches over the demo that a word with another meaning answered with confidence.
import { Engine, type Found } from '../server/modules/search/engine/engine.ts';
import { Index } from '../server/modules/search/engine/invertedIndex.ts';
import { reasonsOf } from '../server/modules/search/engine/highlighting.ts';
import { Thesaurus } from '../server/modules/search/engine/thesaurus.ts';
import { readThesaurus } from '../server/modules/search/vocabulary/thesaurus/thesaurusFiles.ts';
import { demoCatalogue } from '../server/modules/demo/seed/demoDocuments.ts';

const catalogue = demoCatalogue();
const thesaurus = new Thesaurus(readThesaurus());
const index = new Index(thesaurus);
for (const document of catalogue.documents) index.put(document);
const engine = new Engine(index);

const search = (text: string): Found =>
  engine.search(
    { text, tags: [], approvedBy: null, seesHidden: false, isExact: false },
    { page: 0, perPage: 50, sort: 'likes desc' },
  );

/** Titles of the confident results, best first. */
function surelyFound(text: string): string[] {
  const found = search(text);
  return found.unsure ? [] : found.ids.map((id) => catalogue.getTitle(id));
}

test.each([
  'распознать текст со скана',
  'ocr',
  'read text from a scan',
  'salary',
  'налоги',
  'lawsuit',
  'вырезать вокал',
  'атрибуция',
  'портрет игрока',
  'mastering',
  'cheater',
  'contest',
  'privacy policy generator',
  'рассылка игрокам которые давно не заходили',
  'скачать фильм',
  'dating app',
  'estimate how long a task takes',
  'deepfake detection',
  'detect cheaters',
  'вытащить голос из песни',
  'like Slack',
  'аналог Telegram',
  'remove drums from a track',
])('no service fits %s', (text) => {
  expect(surelyFound(text)).toEqual([]);
});

test.each([
  ['loop music', 4, ['Stable Audio', 'AIVA', 'Udio', 'Suno']],
  ['найти блогеров для рекламы', 1, ['Modash']],
  ['реклама у блогеров', 2, ['Modash']],
  ['креативы для фейсбука', 2, ['AdCreative.ai']],
  ['text to speech russian', 2, ['ElevenLabs']],
  // A soft constraint such as “no subscription” excludes no results.
  ['text to speech no subscription', 1, ['ElevenLabs']],
  ['open source speech recognition', 1, ['Whisper']],
  ['remove watermark from a picture', 1, ['Adobe Photoshop']],
  // A phrase of common words weighs more than a stray one.
  ['no-code mobile ui test automation', 2, ['nunu.ai', 'Applitools']],
  [
    'my boss wants a short video where a talking person explains our quarterly results',
    2,
    ['Synthesia', 'HeyGen'],
  ],
  ['how do I find youtubers who would play our game', 1, ['Modash']],
  ['track what competitors launch', 4, ['Sensor Tower', 'AppTweak', 'Similarweb']],
  ['clean up hum in a podcast', 2, ['Adobe Podcast']],
  ['разбор крашлогов', 1, ['Sentry']],
  ['keep a to-do list', 4, ['Notion']],
  ['проверить сайт на разных браузерах', 1, ['Applitools']],
  ['написать вакансию для левел дизайнера', 2, ['Canva', 'Tilda']],
  ['уровень громкости выровнять', 1, ['Descript']],
  ['снизить уровень шума', 1, ['Krisp']],
  ['обнаружить мошенников', 1, ['Modash']],
  ['make my email sound less angry', 1, ['Grammarly']],
  ['чтобы письмо звучало мягче', 1, ['Grammarly']],
  ['найти баги в игре автоматически', 2, ['modl.ai', 'nunu.ai']],
  ['бесплатный midjourney', 2, ['Kandinsky', 'Stable Diffusion']],
])('%s: of the first %i are %j', (text, count, titles) => {
  expect(surelyFound(text).slice(0, count)).toEqual(expect.arrayContaining(titles));
});

test.each([
  ['отпуск', ['n8n', 'Duolingo']],
  ['питч', ['Cursor', 'Midjourney']],
  ['выставка', ['Mixpanel', 'GitHub Copilot']],
  ['юрист', ['CodeRabbit', 'Framer', 'Windsurf']],
  ['склейка', ['GitLab Duo', 'CodeRabbit']],
  ['сценарий', ['Claude Code', 'Unity AI']],
  ['шум', ['Stable Audio']],
  ['playtest', ['CapCut']],
  ['cast', ['Ahrefs', 'Surfer', 'AppTweak']],
  ['heatmap', ['Mailchimp']],
  ['танк', ['Move AI']],
  ['обзор', ['Modash', 'Copy.ai']],
  ['написать вакансию для левел дизайнера', ['AIVA', 'Helpshift']],
  ['уровень громкости выровнять', ['AIVA', 'Helpshift']],
  ['модерация чата', ['Sentry', 'Grammarly']],
  ['что-то вроде midjourney но бесплатно', ['Firebase A/B Testing']],
  ['бесплатный аналог Copilot', ['GDC Vault']],
  ['sprite sheets', ['Google Sheets', 'Ludo.ai']],
])('%s does not find %j', (text, titles) => {
  const found = surelyFound(text);
  expect(found.length).toBeGreaterThan(0);
  expect(titles.filter((title) => found.includes(title))).toEqual([]);
});

test.each([
  ['темы интерфейса', 'Uizard', 'генерация музыки'],
  ['локализовать на арабский', 'LanguageTool', 'европейские языки'],
  ['модерация', 'Sentry', 'модерация'],
  ['пиксель-арт', 'Applitools', 'пиксель-арт'],
  ['озвучка', 'Sudowrite', 'озвучка'],
  ['раскадровка', 'Prompt Engineering Guide', 'раскадровка'],
  ['генерация музыки', 'Uizard', 'генерация музыки'],
  ['дизайн уровней', 'Helpshift', 'дизайн уровней'],
  ['make my email sound less angry', 'Grammarly', 'звук'],
])('%s: %s is not marked as a match for %s', (text, title, concept) => {
  const { marked } = search(text);
  const document = catalogue.documents.find(({ title: { en } }) => en === title)!;
  const asked = { marked, nearby: new Map(), thesaurus, customVocabulary: index.customVocabulary };
  expect(reasonsOf(document, { ...asked, language: 'ru' }).concepts).not.toContain(concept);
});

test.each([
  ['озвучит трелер на немецкий', 'озвучит трейлер на немецкий'],
  ['что лучше миджорни или далле', 'что лучше midjourney или dalle'],
  ['draw french girls', null],
])('%s is corrected to %s', (text, correctedTo) => {
  expect(search(text).correctedTo).toBe(correctedTo);
});

test.each([
  ['ollama local', 'Ollama'],
  ['stable diffusion local', 'Stable Diffusion'],
  ['n8n open source', 'n8n'],
  ['gigachat российский', 'GigaChat'],
  ['chatgpt free', 'ChatGPT'],
  ['suno бесплатно', 'Suno'],
])('%s names the service that was searched', (text, title) => {
  expect(surelyFound(text)[0]).toBe(title);
});

test.each([
  ['suno или udio', ['Suno', 'Udio']],
  ['что лучше suno или udio', ['Suno', 'Udio']],
  ['deepseek vs chatgpt', ['ChatGPT', 'DeepSeek']],
  ['миджорни или stable diffusion', ['Midjourney', 'Stable Diffusion']],
])('%s finds the named services', (text, titles) => {
  expect(surelyFound(text).slice(0, titles.length).toSorted()).toEqual(titles);
});
