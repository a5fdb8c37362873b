// Words that the search treats by themselves: data of the analyser.

const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

/** Words that carry no sense: they are left out unless a query holds nothing else. */
export const stopWords: ReadonlySet<string> = new Set(
  wordsIn(`
  и в во не на но а с со по из за к ко у от до о об обо для при без над под про через или что чтобы чтоб как то это этот эта эти
  эту этого этой этом этим этих тот та те ту того той том тем тому я мы он она оно они мне мной мой моя мое мои мою моего моей
  моих моим моем наш наша наше наши нашу нашего нашей нашем нашим наших нашими нашему нам нас нами вам вас вы ты тебе тебя ваш ваша
  ваши ваше его ее их ему ей им ими них него нее ним ней свой своя свое свои свою своего своей своем своим своих своими бы же ли ни
  ж б да так там тут здесь где когда тогда куда откуда если уже еще ещё только лишь есть быть был была были будет будем буду можно
  нельзя нужно надо нужен нужна нужны нужное нужную хочу хотим хочется хотелось хотел могу может можем мог могли какой какая какое
  какие какую каких какого каким чем чему чего кто кого кому кем который которая которое которые которую которого которых которым
  которой котором все всё весь всю вся всего всей всех всем всему всеми быстро просто самому себе себя собой нибудь либо помоги помогите
  помочь подскажите посоветуйте порекомендуйте пожалуйста плиз между после перед вокруг внутри также тоже тогда потом сейчас теперь
  всегда никогда иногда почти очень прям прямо вообще типо чуть ради кроме будто пока зато итак ведь вот ну же уж хоть раз
  привет здравствуйте спасибо hello hi hey thanks thank
  a an the of in on at to for from by with without within and or nor not no is are was were be been being as it its this that these
  those there here my mine our ours your yours their theirs me we us i you he she they them him his her hers do does did done doing
  how what which who whom whose when where why can could should would will shall may might must have has had having want wants wanted
  wanna need needs needed some any all every each both if then than so such too very just also only even still yet into onto under again about please pls plz help helps lets let im ive id dont doesnt isnt cant whats thats hows via per etc
  while during before after between because since until but else ever never really quite maybe`),
);

/** Words that nearly every query for such a service may hold: they rank, but neither admit nor shut out an item. */
export const softWords: readonly string[] = wordsIn(`
  ai ии аишка аишки нейросеть нейросети нейронка нейронная сеть нейро искусственный интеллект artificial intelligence tool tools инструмент
  инструменты тулза сервис сервисы программа прога приложение app apps application software сайт website online онлайн бесплатно
  бесплатный free лучший best топ top find finds finding найти найди ищу ищем искать поискать поищи помощь using use uses used
  использовать использование автоматически automatically автоматический хороший good платформа platform решение solution new новый
  новенький новых умный smart easy easily simple simply простой помощник штука штуку штуки способ вариант
  сделать сделай сделаю делать делаю делает делаем make makes making made create creates creating создать создай создавать создание
  build builds building generate generates generating generated generator сгенерировать сгенерируй сгенерить генерить генерировать
  нагенерить генерация генератор get gets getting got give gives take takes put puts keep keeps turn turns go goes going come try
  trying start show shows see look looking work works working deal придумать придумай придумывать набросать накидать накидай
  накинуть накатать запилить замутить забацать сварганить наклепать нашлепать собрать собери собирать подготовить готовить
  подобрать подбери подбирать получить получать настроить настраивать прикрутить прикручивать приделать прилепить добавить добавлять
  добавь вставить вставлять поставить попробовать пробовать посмотреть смотреть глянуть показать показывать покажи разобраться
  разбираться узнать узнавать работа работать работает поработать взять брать дать давать начать начинать стоить хватать
  сработать решить решать провести проводить выдать выдавать хотеть мочь уметь умеет понимать понимает понимал помогать помогает
  быстрый быстрее быстренько срочно срочный сегодня завтра вчера today tomorrow tonight asap quick quickly fast fastest faster
  нормальный нормально норм удобный удобно красивый красиво крутой круто классный качественный качественно хорошо хорошенько лучше
  сразу сам сама само сами самый большой много мало разный другой любой каждый пара пару несколько штук дешево дешевый недорогой
  better great nice cool right well decent proper properly own same other another more most many much lots few several one two three
  like likes something anything up down out off over someone somebody anyone people way ways thing things stuff kind bunch cheap handy лишний`);

/** What everybody here works on: soft too, but not inside a phrase such as "game engine". */
export const understoodWords: readonly string[] = wordsIn(
  'игра игры игровой game games студия studio проект project компания company',
);

/** Words that turn a phrase around: "text to speech" is not "speech to text", and "without code" is not "code". */
export const directions: ReadonlyMap<string, Direction> = new Map([
  ...wordsIn('to into в во').map((word) => [word, '>'] as const),
  ...wordsIn('from из по').map((word) => [word, '<'] as const),
  ...wordsIn('without no без').map((word) => [word, '-'] as const),
]);

type Direction = '<' | '>' | '-';
