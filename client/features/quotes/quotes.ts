/**
 * The quotes of the login screen: real, short, and with the place where each was said or written,
 * so that anybody can check them. The Russian texts are our translations unless the original is
 * Russian.
 */

/** One quote in one language; `text` carries no quotation marks of its own. */
export interface Quote {
  text: string;
  author: string;
}

/** Every quote in both languages, at most 180 characters each, with its source. */
export const quotes: ReadonlyArray<{ ru: Quote; en: Quote; source: string }> = [
  {
    ru: { text: 'Игры — это череда интересных решений.', author: 'Сид Мейер' },
    en: { text: 'Games are a series of interesting decisions.', author: 'Sid Meier' },
    source: 'Lecture “Interesting Decisions”, Game Developers Conference, 2012',
  },
  {
    ru: {
      text: 'Хорошая идея — та, что решает не одну-единственную задачу, а сразу несколько.',
      author: 'Сигэру Миямото',
    },
    en: {
      text: 'A good idea is something that does not solve just one single problem, but rather can solve multiple problems at once.',
      author: 'Shigeru Miyamoto',
    },
    source: 'Interview on receiving the BAFTA Fellowship, Eurogamer, March 2010',
  },
  {
    ru: {
      text: 'На визитке я президент корпорации. В мыслях я разработчик игр. Но в душе я игрок.',
      author: 'Сатору Ивата',
    },
    en: {
      text: 'On my business card, I am a corporate president. In my mind, I am a game developer. But in my heart, I am a gamer.',
      author: 'Satoru Iwata',
    },
    source: 'Keynote “Heart of a Gamer”, Game Developers Conference, 2005',
  },
  {
    ru: { text: 'Удовольствие от игры — просто другое слово для обучения.', author: 'Раф Костер' },
    en: { text: 'Fun is just another word for learning.', author: 'Raph Koster' },
    source: 'A Theory of Fun for Game Design, 2004',
  },
  {
    ru: {
      text: 'Игра — это решение задач, за которое берутся с игровым настроем.',
      author: 'Джесси Шелл',
    },
    en: {
      text: 'A game is a problem-solving activity, approached with a playful attitude.',
      author: 'Jesse Schell',
    },
    source: 'The Art of Game Design: A Book of Lenses, 2008',
  },
  {
    ru: {
      text: 'Играть — значит добровольно преодолевать необязательные препятствия.',
      author: 'Бернард Сьютс',
    },
    en: {
      text: 'Playing a game is the voluntary attempt to overcome unnecessary obstacles.',
      author: 'Bernard Suits',
    },
    source: 'The Grasshopper: Games, Life and Utopia, 1978',
  },
  {
    ru: {
      text: 'Если не знаете, каким из двух способов что-то сделать, сделайте обоими и посмотрите, какой работает лучше.',
      author: 'Джон Кармак',
    },
    en: {
      text: 'If you aren’t sure which way to do something, do it both ways and see which works better.',
      author: 'John Carmack',
    },
    source: 'Answers to readers of Slashdot, October 1999',
  },
  {
    ru: {
      text: 'Простое должно быть простым, а сложное — возможным.',
      author: 'Алан Кэй',
    },
    en: {
      text: 'Simple things should be simple, complex things should be possible.',
      author: 'Alan Kay',
    },
    source:
      'His slogan at Xerox PARC, as he tells it on Quora, “What is the story behind Alan Kay’s adage…”',
  },
  {
    ru: {
      text: 'У людей аллергия на перемены. Они любят говорить: «Мы всегда так делали». Я пытаюсь с этим бороться.',
      author: 'Грейс Хоппер',
    },
    en: {
      text: 'Humans are allergic to change. They love to say, “We’ve always done it this way.” I try to fight that.',
      author: 'Grace Hopper',
    },
    source: 'P. Schieber, “The Wit and Wisdom of Grace Hopper”, OCLC Newsletter 167, 1987',
  },
  {
    ru: {
      text: 'Аналитическая машина ткёт алгебраические узоры так же, как станок Жаккара ткёт цветы и листья.',
      author: 'Ада Лавлейс',
    },
    en: {
      text: 'The Analytical Engine weaves algebraical patterns just as the Jacquard-loom weaves flowers and leaves.',
      author: 'Ada Lovelace',
    },
    source:
      'Notes to the translation of L. F. Menabrea’s Sketch of the Analytical Engine, note A, 1843',
  },
  {
    ru: { text: 'Цель вычислений — понимание, а не числа.', author: 'Ричард Хэмминг' },
    en: { text: 'The purpose of computing is insight, not numbers.', author: 'Richard Hamming' },
    source: 'Numerical Methods for Scientists and Engineers, motto, 1962',
  },
  {
    ru: {
      text: 'Наука — это то, что мы понимаем достаточно хорошо, чтобы объяснить компьютеру. Искусство — всё остальное.',
      author: 'Дональд Кнут',
    },
    en: {
      text: 'Science is what we understand well enough to explain to a computer. Art is everything else we do.',
      author: 'Donald Knuth',
    },
    source: 'Foreword to M. Petkovšek, H. Wilf, D. Zeilberger, A = B, 1996',
  },
  {
    ru: {
      text: 'Наши инструменты глубоко (и коварно!) влияют на привычки нашего мышления, а значит, и на его возможности.',
      author: 'Эдсгер Дейкстра',
    },
    en: {
      text: 'The tools we use have a profound (and devious!) influence on our thinking habits, and, therefore, on our thinking abilities.',
      author: 'Edsger W. Dijkstra',
    },
    source: '“How do we tell truths that might hurt?”, EWD498, 1975',
  },
  {
    ru: {
      text: 'Мы видим лишь недалеко вперёд, но и там видно много такого, что нужно сделать.',
      author: 'Алан Тьюринг',
    },
    en: {
      text: 'We can only see a short distance ahead, but we can see plenty there that needs to be done.',
      author: 'Alan Turing',
    },
    source: '“Computing Machinery and Intelligence”, Mind, 1950',
  },
  {
    ru: {
      text: 'Программист, как и поэт, работает с материалом, который лишь чуть плотнее чистой мысли.',
      author: 'Фредерик Брукс',
    },
    en: {
      text: 'The programmer, like the poet, works only slightly removed from pure thought-stuff.',
      author: 'Frederick P. Brooks Jr.',
    },
    source: 'The Mythical Man-Month, chapter 1, 1975',
  },
  {
    ru: { text: 'Простота не предшествует сложности, а следует за ней.', author: 'Алан Перлис' },
    en: {
      text: 'Simplicity does not precede complexity, but follows it.',
      author: 'Alan J. Perlis',
    },
    source: '“Epigrams on Programming”, no. 31, SIGPLAN Notices, 1982',
  },
  {
    ru: {
      text: 'Программы нужно писать для того, чтобы их читали люди, и лишь во вторую очередь — чтобы их выполняли машины.',
      author: 'Харольд Абельсон и Джеральд Джей Сассман',
    },
    en: {
      text: 'Programs must be written for people to read, and only incidentally for machines to execute.',
      author: 'Harold Abelson and Gerald Jay Sussman',
    },
    source: 'Structure and Interpretation of Computer Programs, preface to the first edition, 1985',
  },
  {
    ru: { text: 'Программирование — вторая грамотность.', author: 'Андрей Ершов' },
    en: { text: 'Programming is the second literacy.', author: 'Andrey Ershov' },
    source:
      'Title of his lecture at the World Conference on Computers in Education, Lausanne, 1981',
  },
  {
    ru: {
      text: 'Отдайте человеку человеческое, а вычислительной машине — машинное.',
      author: 'Норберт Винер',
    },
    en: {
      text: 'Render unto man the things which are man’s and unto the computer the things which are the computer’s.',
      author: 'Norbert Wiener',
    },
    source: 'God & Golem, Inc., 1964',
  },
  {
    ru: { text: 'Все модели неверны, но некоторые полезны.', author: 'Джордж Бокс' },
    en: { text: 'All models are wrong but some are useful.', author: 'George E. P. Box' },
    source: '“Robustness in the Strategy of Scientific Model Building”, 1979',
  },
  {
    ru: {
      text: 'Когда из инструментов есть только молоток, велико искушение обращаться со всем так, будто это гвозди.',
      author: 'Абрахам Маслоу',
    },
    en: {
      text: 'I suppose it is tempting, if the only tool you have is a hammer, to treat everything as if it were a nail.',
      author: 'Abraham Maslow',
    },
    source: 'The Psychology of Science, 1966',
  },
  {
    ru: {
      text: 'Мы придаём форму своим инструментам, а потом они придают форму нам.',
      author: 'Джон Калкин',
    },
    en: {
      text: 'We shape our tools and thereafter they shape us.',
      author: 'John M. Culkin',
    },
    source: '“A Schoolman’s Guide to Marshall McLuhan”, Saturday Review, 18 March 1967',
  },
  {
    ru: { text: 'Улица находит вещам собственное применение.', author: 'Уильям Гибсон' },
    en: { text: 'The street finds its own uses for things.', author: 'William Gibson' },
    source: '“Burning Chrome”, Omni, 1982',
  },
  {
    ru: {
      text: 'Любая достаточно развитая технология неотличима от магии.',
      author: 'Артур Кларк',
    },
    en: {
      text: 'Any sufficiently advanced technology is indistinguishable from magic.',
      author: 'Arthur C. Clarke',
    },
    source: 'Profiles of the Future, revised edition, 1973',
  },
  {
    ru: { text: 'Воображение важнее знания.', author: 'Альберт Эйнштейн' },
    en: { text: 'Imagination is more important than knowledge.', author: 'Albert Einstein' },
    source: 'Interview to G. S. Viereck, The Saturday Evening Post, 26 October 1929',
  },
  {
    ru: {
      text: 'Совершенство достигается не тогда, когда нечего добавить, а тогда, когда нечего отнять.',
      author: 'Антуан де Сент-Экзюпери',
    },
    en: {
      text: 'Perfection is attained not when there is nothing more to add, but when there is nothing left to take away.',
      author: 'Antoine de Saint-Exupéry',
    },
    source: 'Terre des hommes, chapter III, 1939',
  },
  {
    ru: {
      text: 'О сколько нам открытий чудных готовят просвещенья дух и опыт, сын ошибок трудных, и гений, парадоксов друг.',
      author: 'Александр Пушкин',
    },
    en: {
      text: 'What wondrous finds await us still: the spirit of learning, and trial, the child of hard mistakes, and genius, the friend of paradox, prepare them.',
      author: 'Alexander Pushkin',
    },
    source: 'Draft «О сколько нам открытий чудных…», 1829; English translation ours',
  },
  {
    ru: {
      text: 'Зрелость человека — это обретённая вновь серьёзность, с какой он в детстве играл.',
      author: 'Фридрих Ницше',
    },
    en: {
      text: 'A man’s maturity: to have found again the seriousness one had as a child, at play.',
      author: 'Friedrich Nietzsche',
    },
    source: 'Jenseits von Gut und Böse, aphorism 94, 1886',
  },
  {
    ru: {
      text: 'Животные не ждали, пока человек научит их играть.',
      author: 'Йохан Хёйзинга',
    },
    en: {
      text: 'Animals have not waited for man to teach them their playing.',
      author: 'Johan Huizinga',
    },
    source: 'Homo Ludens, chapter 1, 1938',
  },
  {
    ru: {
      text: 'Вечность — дитя, играющее в камешки: царство ребёнка.',
      author: 'Гераклит',
    },
    en: {
      text: 'Time is a child at play, moving pieces on a board: the kingdom belongs to a child.',
      author: 'Heraclitus',
    },
    source: 'Fragment B 52 (Diels–Kranz), in Hippolytus, Refutation of All Heresies IX, 9',
  },
  {
    ru: {
      text: 'Мастер, который хочет хорошо сделать своё дело, должен сперва наточить инструменты.',
      author: 'Конфуций',
    },
    en: {
      text: 'The mechanic, who wishes to do his work well, must first sharpen his tools.',
      author: 'Confucius',
    },
    source: 'Analects, book XV; English by James Legge',
  },
  {
    ru: { text: 'Люди учатся, пока учат.', author: 'Сенека' },
    en: { text: 'Men learn while they teach.', author: 'Seneca' },
    source: 'Moral Letters to Lucilius, letter 7, section 8',
  },
];
