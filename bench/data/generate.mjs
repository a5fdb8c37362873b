// Deterministic bilingual dataset generator: writes TSV files for COPY.
// usage: node bench/data/generate.mjs --items 100000 --out data/100k [--likes-per-item 10] [--seed 1]
import fs from 'node:fs';
const arg = (name, otherwise) => {
  const place = process.argv.indexOf('--' + name);
  return place < 0 ? otherwise : process.argv[place + 1];
};
const N = +arg('items', 10000),
  OUT = arg('out', './data'),
  LPI = +arg('likes-per-item', 10);
const USERS = +arg('users', 5000),
  EXPERTS = +arg('experts', 300),
  TAGS = +arg('tags', 400);
let s = +arg('seed', 1) >>> 0;
const rnd = () => {
  s = (s + 0x6d2b79f5) >>> 0;
  let t = s;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const int = (n) => Math.floor(rnd() * n),
  pick = (a) => a[int(a.length)];
const zipf = (n, e = 1) => {
  const c = new Float64Array(n);
  let t = 0;
  for (let i = 0; i < n; i++) {
    t += 1 / (i + 1) ** e;
    c[i] = t;
  }
  return () => {
    const x = rnd() * t;
    let lo = 0,
      hi = n - 1;
    while (lo < hi) {
      const m = (lo + hi) >> 1;
      if (c[m] < x) lo = m + 1;
      else hi = m;
    }
    return lo;
  };
};
const W = (t) => t.trim().split(/\s+/);

// --- vocabulary: real stems, inflected by rule
const ruNouns = W(
  `генератор инструмент сервис помощник редактор перевод анализ текст голос звук промпт запрос ответ агент бот чат код проект отчёт документ файл формат шаблон стиль дизайн логотип персонаж уровень сценарий диалог сюжет квест баланс прототип концепт арт рендер кадр ролик монтаж эффект фильтр пиксель спрайт шейдер движок плагин сайт лендинг баннер креатив контент блог пост канал рынок тренд прогноз клиент пользователь игрок отзыв рейтинг тест опрос опыт курс урок учебник навык тренер план календарь список процесс поток конвейер доступ пароль ключ токен сервер облако браузер телефон экран интерфейс график дашборд показатель результат набор образец словарь термин глоссарий субтитр диктор аватар портрет фон объект слой контур цвет шрифт макет слайд доклад презентация иллюстрация анимация генерация локализация автоматизация оптимизация сегментация классификация визуализация модерация интеграция документация коммуникация транскрипция озвучка обработка разработка проверка настройка подписка картинка обложка раскадровка заметка задача команда игра компания студия платформа программа система модель сеть нейросеть речь запись связь область возможность безопасность скорость точность изображение видео обучение описание создание улучшение распознавание приложение расширение решение сообщение задание требование исследование тестирование планирование письмо слово окно качество количество общество музыка песня мелодия библиотека база таблица формула функция переменная ошибка встреча беседа страница реклама кампания аудитория воронка метрика гипотеза статистика аналитика стратегия идея история сцена камера текстура материал поверхность скелет движение поза лицо одежда оружие здание карта мир локация монстр босс враг герой награда валюта экономика покупка событие сезон прогресс достижение механика`,
);
const ruAdj = W(
  `быстрый умный удобный простой бесплатный платный мощный новый популярный игровой голосовой текстовый графический визуальный творческий рекламный маркетинговый аналитический автоматический профессиональный корпоративный персональный облачный открытый безопасный точный гибкий интерактивный мобильный реалистичный стильный художественный музыкальный учебный технический программный языковой русский английский многоязычный готовый детальный качественный современный универсальный надёжный экспериментальный трёхмерный анимационный цифровой сетевой локальный командный совместный внутренний внешний полный короткий длинный`,
);
const ruVerb = W(
  `создавать генерировать анализировать переводить улучшать обрабатывать распознавать редактировать автоматизировать планировать тестировать озвучивать рисовать писать искать находить помогать ускорять проверять собирать превращать оптимизировать рекомендовать объяснять сокращать расширять монтировать публиковать настраивать обучать подбирать готовить строить измерять сравнивать прогнозировать моделировать анимировать локализовать документировать`,
);
const ruFn = W(`для с и на по из без под при от до или`);
const enNouns = W(
  `generator assistant tool service editor translator analyzer prompt agent bot chat code project report document file template style design logo character level script dialogue story quest balance prototype concept artwork render frame clip montage effect filter pixel sprite shader engine plugin website landing banner creative content blog post channel market trend forecast client user player review rating test survey experience course lesson skill coach plan calendar list process workflow pipeline access password key token server cloud browser phone screen interface chart dashboard metric result dataset sample dictionary glossary subtitle narrator avatar portrait background object layer outline color font layout slide presentation illustration animation generation localization automation optimization segmentation classification visualization moderation integration documentation communication transcription voiceover processing development check setup subscription picture cover storyboard note task team game company studio platform program system model network speech recording image video training description creation enhancement recognition application extension solution message requirement research planning letter word window quality music song melody library database spreadsheet formula function variable bug meeting conversation page advertising campaign audience funnel hypothesis statistics analytics strategy idea scene camera texture material surface skeleton motion pose face clothing weapon building map world location monster boss enemy hero reward currency economy purchase event season progress achievement mechanic`,
);
const enAdj = W(
  `fast smart handy simple free paid powerful new popular visual creative automatic professional corporate personal secure accurate flexible interactive mobile realistic stylish artistic musical educational technical multilingual detailed modern universal reliable experimental animated digital local collaborative internal complete short long open instant seamless scalable generative neural`,
);
const enVerb = W(
  `create generate analyze translate improve process recognize edit automate plan test narrate draw write search find help accelerate check collect turn optimize recommend explain shorten extend assemble publish configure train select prepare build measure compare predict model animate localize document`,
);
const enFn = W(`for with and from to without into by of your`);
const V = /[аеёиоуыэюя]$/;
function decl(w) {
  // noun forms
  const b = (k, e) => e.map((x) => w.slice(0, w.length - k) + x);
  if (w.endsWith('ия')) return b(1, W('я и ю ей й ям ями ях'));
  if (w.endsWith('ие')) return b(1, W('е я ю ем и ям ями ях')).concat(w.slice(0, -2) + 'ий');
  if (/[кгхжшщч]а$/.test(w)) return b(1, W('а и е у ой ам ами ах'));
  if (w.endsWith('а')) return b(1, W('а ы е у ой ам ами ах')).concat(w.slice(0, -1));
  if (w.endsWith('я')) return b(1, W('я и е ю ей ям ями ях'));
  if (w.endsWith('о'))
    return w === 'видео' ? [w] : b(1, W('о а у ом е ам ами ах')).concat(w.slice(0, -1));
  if (w.endsWith('ь')) return b(1, W('ь и ью ей ям ями ях'));
  if (w.endsWith('й')) return b(1, W('й я ю ем е и ев ям ями ях'));
  if (/[кгх]$/.test(w)) return b(0, ['', ...W('а у ом е и ов ам ами ах')]);
  return V.test(w) ? [w] : b(0, ['', ...W('а у ом е ы ов ам ами ах')]);
}
const adj = (w) => {
  const st = w.slice(0, -2);
  return (
    w.endsWith('ний')
      ? W('ий его ему им ем яя ей юю ее ие их ими')
      : W('ый ого ому ым ом ая ой ую ое ые ых ыми')
  ).map((e) => st + e);
};
const verb = (w) =>
  w.endsWith('овать')
    ? [w, w.slice(0, -5) + 'ует', w.slice(0, -5) + 'уют']
    : /ать|ять$/.test(w)
      ? [w, w.slice(0, -2) + 'ет', w.slice(0, -2) + 'ют']
      : [w, w.slice(0, -3) + 'ит', w.slice(0, -3) + 'ят'];
const enN = (w) => [
  w,
  /(s|x|ch)$/.test(w) ? w + 'es' : /[^aeiou]y$/.test(w) ? w.slice(0, -1) + 'ies' : w + 's',
];
const enV = (w) => {
  const e = w.endsWith('e') ? w.slice(0, -1) : w;
  return [w, w + 's', e + 'ing', e + 'ed'];
};
const RN = ruNouns.map(decl),
  RA = ruAdj.map(adj),
  RV = ruVerb.map(verb),
  EN = enNouns.map(enN),
  EA = enAdj.map((w) => [w]),
  EV = enVerb.map(enV);
const B1 = W(
  `Pixel Text Voice Code Mind Deep Smart Neuro Art Story Sound Video Chat Data Game Quest Level Motion Frame Color Sketch Draft Prompt Logic Cloud Open Stable Mid Runway Leo Eleven Syn Des Copy Rytr Luma Pika Suno Krea Magni Photo Scene Asset Sprite Shader Mesh Rig Quick Bright Hyper Meta Omni Nova Astra Vega Orion Fable Echo`,
);
const B2 = W(
  `Forge Mind Lab Craft Flow Journey Bot Hub Kit Studio Gen Wave Cast Works Ly AI GPT Pilot Sense Scribe Painter Maker Stream Board Bench Box Vault Engine Spark Smith Loop Path Core Desk Grid Stack Scope Shift Sync Cue Jet Pad Point Verse Script Labs Vision Fusion Diffusion Canvas`,
);
const approved = W(
  'gdevapproved nextersapproved cubicgamesapproved gamegearsapproved lighthourgamesapproved royalarkapproved',
);
const companies = W('gdev nexters cubicgames gamegears lighthourgames royalark');
// topics: a slice of nouns shared by both languages gives correlated words
const TOPICS = 24;
const nz = zipf(RN.length, 0.85),
  ez = zipf(EN.length, 0.85),
  az = zipf(RA.length, 0.7),
  eaz = zipf(EA.length, 0.7),
  vz = zipf(RV.length, 0.7),
  evz = zipf(EV.length, 0.7);
const topicWord = (arr, tp) => arr[(tp * 9 + int(14)) % arr.length];
const ruN = (tp) => pick(rnd() < 0.45 ? topicWord(RN, tp) : RN[nz()]),
  enNn = (tp) => pick(rnd() < 0.45 ? topicWord(EN, tp) : EN[ez()]);
const ruPhrase = (tp) => (rnd() < 0.5 ? `${pick(RA[az()])} ${ruN(tp)}` : ruN(tp));
const enPhrase = (tp) => (rnd() < 0.5 ? `${EA[eaz()][0]} ${enNn(tp)}` : enNn(tp));
const cap = (w) => w[0].toUpperCase() + w.slice(1);
const ruSent = (tp) =>
  cap(
    `${pick(RV[vz()])} ${ruPhrase(tp)} ${pick(ruFn)} ${ruPhrase(tp)}${rnd() < 0.6 ? `, ${pick(RV[vz()])} ${ruPhrase(tp)}` : ''}${rnd() < 0.28 ? ' с помощью нейросети' : ''}.`,
  );
const enSent = (tp) =>
  cap(
    `${pick(EV[evz()])} ${enPhrase(tp)} ${pick(enFn)} ${enPhrase(tp)}${rnd() < 0.6 ? ` and ${pick(EV[evz()])} ${enPhrase(tp)}` : ''}${rnd() < 0.28 ? ' powered by AI' : ''}.`,
  );

fs.mkdirSync(OUT, { recursive: true });
const file = (n) => {
  const fd = fs.openSync(`${OUT}/${n}.tsv`, 'w');
  let b = [];
  let k = 0;
  return {
    w(...c) {
      b.push(c.map((x) => (x === null ? '\\N' : x)).join('\t'));
      if (++k % 5000 === 0) {
        fs.writeSync(fd, b.join('\n') + '\n');
        b = [];
      }
    },
    end() {
      if (b.length) fs.writeSync(fd, b.join('\n') + '\n');
      fs.closeSync(fd);
    },
  };
};
const t0 = Date.now();
const ts = (d) => new Date(1700000000000 + d * 1000).toISOString();
let f = file('users');
for (let i = 1; i <= USERS; i++)
  f.w(
    i,
    `User ${i} ${pick(B1)}`,
    `u${i}@example.com`,
    `/avatars/${i}.png`,
    i <= 5 ? 't' : 'f',
    i % 3 ? 1e8 + i : null,
    i <= EXPERTS ? `expert_${i}` : null,
    companies[i % companies.length],
  );
f.end();
const tagNames = [...approved];
for (let i = 0; tagNames.length < TAGS; i++) {
  const w = i < enNouns.length ? enNouns[i] : `${pick(enAdj)}-${pick(enNouns)}`;
  if (!tagNames.includes(w)) tagNames.push(w);
}
f = file('tags');
tagNames.forEach((n, i) => f.w(i + 1, n, i < 6 ? n : ruNouns[i % ruNouns.length], n));
f.end();
const tz = zipf(TAGS - 6, 1),
  pop = zipf(N, 0.75);
// likes: popularity order is a permutation of item ids
const perm = Uint32Array.from({ length: N }, (_, i) => i + 1);
for (let i = N - 1; i > 0; i--) {
  const j = int(i + 1);
  [perm[i], perm[j]] = [perm[j], perm[i]];
}
const likes = new Uint32Array(N + 1),
  L = N * LPI,
  seen = new Set();
f = file('item_likes');
const perLike = Math.min(L, USERS * N);
for (let i = 0; i < perLike; i++) {
  const it = perm[pop()],
    u = 1 + int(USERS),
    k = it * 8192 + u;
  if (seen.has(k)) continue;
  if (seen.size < 16e6) seen.add(k);
  likes[it]++;
  f.w(u, it, ts(int(3e7)));
}
f.end();
seen.clear();
const cases = new Uint32Array(N + 1),
  ucl = file('use_case_likes'),
  uc = file('use_cases'),
  ie = file('item_experts'),
  ez2 = zipf(EXPERTS, 0.6);
const UC = N * 2;
let ucId = 0;
const ucPop = zipf(N, 0.5);
const ucItems = new Uint32Array(UC);
for (let i = 0; i < UC; i++) ucItems[i] = perm[ucPop()];
ucItems.sort();
let cur = 0,
  exp = new Map();
const flush = () => {
  for (const [u, e] of exp) ie.w(cur, u, e.l, e.c);
  exp = new Map();
};
for (let i = 0; i < UC; i++) {
  const it = ucItems[i];
  if (it !== cur) {
    flush();
    cur = it;
  }
  const u = 1 + ez2(),
    id = ++ucId,
    n = Math.min(40, Math.floor(-Math.log(1 - rnd()) * 3)),
    us = new Set();
  while (us.size < n) us.add(1 + int(USERS));
  us.delete(u);
  for (const x of us) ucl.w(x, id);
  const tp = it % TOPICS;
  uc.w(id, it, u, ruSent(tp), enSent(tp), us.size, ts(int(3e7)));
  cases[it]++;
  const e = exp.get(u) || { l: 0, c: 0 };
  e.l += us.size;
  e.c++;
  exp.set(u, e);
}
flush();
ucl.end();
uc.end();
ie.end();
const fi = file('items'),
  ft = file('item_tags');
for (let i = 1; i <= N; i++) {
  const tp = i % TOPICS,
    brand = pick(B1) + pick(B2) + (rnd() < 0.15 ? ' ' + pick(B2) : ''),
    tg = new Set();
  for (let k = 2 + int(5); k > 0; k--)
    tg.add(rnd() < 0.35 ? 6 + ((tp * 13 + int(16)) % (TAGS - 6)) : 6 + tz());
  for (let k = 0; k < 6; k++) if (rnd() < 0.12) tg.add(k);
  const t = [...tg],
    ns = 3 + int(5);
  let dr = '',
    de = '';
  for (let k = 0; k < ns; k++) {
    dr += (k ? ' ' : '') + ruSent(tp);
    de += (k ? ' ' : '') + enSent(tp);
  }
  const hasRu = rnd() < 0.97;
  fi.w(
    i,
    hasRu ? `${brand} — ${ruPhrase(tp)} ${pick(ruFn)} ${ruN(tp)}` : '',
    `${brand} — ${enPhrase(tp)} ${pick(enFn)} ${enNn(tp)}`,
    hasRu ? dr : '',
    de,
    `/img/${i}.webp`,
    `https://${brand.toLowerCase().replace(/ /g, '')}${i}.example.com/`,
    `{${t.map((x) => '"' + tagNames[x] + '"').join(',')}}`,
    rnd() < 0.03 ? 'hidden' : 'visible',
    likes[i],
    cases[i],
    ts(int(3e7)),
  );
  for (const x of t) ft.w(i, x + 1);
}
fi.end();
ft.end();
const forms = new Set([...RN, ...RA, ...RV, ...EN, ...EA, ...EV].flat());
console.log(
  JSON.stringify({
    items: N,
    likes: L,
    useCases: UC,
    vocabForms: forms.size,
    brands: B1.length * B2.length,
    ms: Date.now() - t0,
  }),
);
