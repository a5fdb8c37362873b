// Words that the search treats by themselves: data of the analyser.

const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

/** Words that carry no sense: they are left out unless a query holds nothing else. */
export const stopWords: ReadonlySet<string> = new Set(
  wordsIn(`
  и в во не на но а с со по из за к ко у от до о об для при без над под про через или что чтобы как то это этот эта эти тот
  я мы он она они мне мной мой моя мои моего наш наша нам нас его ее их свой свою своего бы же ли ни да так там тут где когда
  куда если уже еще только есть быть можно нужно надо нужен нужна нужны хочу хотим хочется могу может какой какая какие чем кто
  который которая которые все всё весь быстро просто самому себе себя чего нибудь либо помоги помогите подскажите
  a an the of in on at to for from by with without and or not is are be as it its this that these those my our your their
  me we us i you he she they them his her do does did how what which who when where can could should would will want wants
  need needs im some any all so if then than into out up about please help let lets`),
);

/** Words that nearly every query for such a service may hold: they rank, but neither admit nor shut out an item. */
export const softWords: readonly string[] = wordsIn(`
  ai ии нейросеть нейросети нейронка нейронная сеть искусственный интеллект artificial intelligence tool tools
  инструмент инструменты сервис сервисы программа приложение app apps application software сайт website online онлайн бесплатно
  бесплатный free лучший best топ найти find сделать делать make помощь помощью using use использовать автоматически
  automatically автоматический хороший good платформа platform решение solution новый new умный smart easy простой`);

/** Words that turn a phrase around: "text to speech" is not "speech to text". */
export const directions: ReadonlyMap<string, '<' | '>'> = new Map([
  ...wordsIn('to into в во').map((word) => [word, '>'] as const),
  ...wordsIn('from из по').map((word) => [word, '<'] as const),
]);
