// Words of the circumstances in which somebody asks, and not of what they ask for: data of the reader, by class. They are soft, but
// not inside a phrase. No word here says a concept by itself, nor does a stop word or a soft word stand here again.
import { stemOf } from './analyse.ts';

/** When, and how often. Parts of the day are left out, see below. */
const times = `
  second seconds minute hour day week weekend month quarter year decade monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december jan feb apr jun jul aug sep sept oct nov dec mon
  tue thu fri yesterday till eod eow late later latest early earlier soon sooner ago next last previous previously recent recently
  now currently nowadays lately already daily weekly monthly yearly overnight always often sometimes usually constantly rarely
  seldom forever immediately suddenly overdue hurry rush urgent urgently quarterly annual am секунда секунды секунд минута минуты
  минут полминуты час часа часов полчаса день дня дней днем дни полдня сутки суток неделя недели недель месяц месяца месяцев
  месячный год года годы лет годовой полгода квартал понедельник вторник четверг пятница пятницы суббота субботы воскресенье
  воскресенья выходные выходных будни январь января февраль февраля март марта апрель апреля май мая июнь июня июль июля август
  августа сентябрь сентября октябрь октября ноябрь ноября декабрь декабря послезавтра позавчера скоро скорее скорей вскоре рано
  поздно поздний позже раньше ранний ранее недавно давно давний долго дольше накануне ежедневно ежедневный еженедельный ежемесячный
  ежегодный следующий прошлый прошлого последний текущий предыдущий однажды постоянно постоянный вечно регулярно периодически
  временами часто чаще редко обычно наконец мигом моментально немедленно вдруг внезапно заранее вовремя успеть успеваю успеваем
  успевает успевать сегодняшний вчерашний завтрашний маю мае маем июню июне июнем июлю июле июлем марту марте мартом году годом годе
  годами часу часам часами дню днями днях суткам раннего ранняя ранние ранних следующего следующая следующее следующую следующей
  следующем следующие следующих hours days weeks years`;

/** How many. */
const quantities = `
  zero four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty
  forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion dozen dozens couple half once
  twice thrice first third fourth fifth plenty tons loads bit little less least fewer enough extra whole entire total various
  certain neither none nothing everything amount ноль один одна одно одного одной одному одним одну одни два две двух двум двое три
  трех трем трое четыре четырех четверо пять пяти шесть шести семь семи восемь восьми девять девяти десять десяти одиннадцать
  двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать двадцати тридцать тридцати
  сорок сорока пятьдесят пятидесяти шестьдесят семьдесят восемьдесят девяносто ста двести двухсот триста трехсот четыреста пятьсот
  пятисот шестьсот семьсот восемьсот девятьсот тысяча тысячи тысяч тыща тыщ тыс миллион миллионы миллионов млн миллиард
  сотня сотню сотне сотни
  сотен десяток десятки десятков дюжина полтора полторы половина половину оба обе дважды трижды первый первая второй вторая третий
  третья четвертый пятый куча кучу кучи множество немного чуток немножко столько сколько меньше более менее побольше поменьше
  достаточно целый целиком остальные остальной прочий некоторые часть двоих троих двумя тремя обоих обеих обоим первого первое
  первой первую первые первым первых второе второго вторую вторые вторым третье третьего третьей третью пятая пятое пятого пятой
  прочие прочих прочего целая целую целое целого целые кучей куче`;

/** Who asks, and for whom. */
const people = `
  guy man men woman women girl boy lad lads grandma grandpa mom dad uncle
  chief manager director ceo cto coo teammate teammates guys folks dude mate buddy bro everyone everybody nobody anybody whoever
  myself yourself himself herself itself ourselves themselves шеф шефа начальник начальница начальство директор директора директору
  гендир гендиректор руководитель ребята ребят чувак человек люди людей людям никто никому никого некому остальным шефу шефом шефы
  людьми людях ребятам ребятами`;

/** How it is, and how they feel about it. */
const feelings = `
  tired sick fed hate hates hated afraid scared insane crazy annoying annoyed annoys annoy awful terrible terribly horrible ugly
  boring bored sucks suck hell damn dammit fuck fucking wtf omg ugh argh aargh shit crap crappy nightmare mess messy stupid dumb
  ridiculous ridiculously painful frustrating frustrated overwhelmed drowning stuck desperate desperately worried worry worrying
  panic sorry ashamed embarrassing cringe lazy struggle struggling suffer suffering exhausted exhausting fancy glad bad badly worse
  worst wrong love loves problem problems trouble troubles hopeless pointless useless alas lol надоело надоел надоела надоели
  надоедать задолбало задолбал задолбали задолбался заколебало заколебали заколебался заебало заебали достало достали достал бесит
  бесят бесить раздражает раздражают раздражать боюсь боимся боится бояться страшно горит горят горим устал устала устали устаю устаем уставать
  ненавижу ненавидим ненавидеть мучаюсь мучаемся мучаются мучиться замучился замучились замучили измучились ужасно капец пипец блин
  блять черт чертов нафиг фиг хрен хватит хватило стыдно лень лениво невозможно невозможный непонятно жалко жаль беда проблема
  проблемы муторно муторный нудно нудный тупо тупой дурацкий кринж отстой плохо плохой хуже худший паника зашиваюсь зашиваемся увы
  ура рад рада рады ой ох эх ага плохая плохое плохие плохого плохую плохим плохих худшая худшее худшие черту`;

/** How one asks. */
const politeness = `
  appreciate appreciated cheers dear regards excuse добрый доброе доброго здравствуй благодарю благодарен спс пж пжл пжлст
  пожалста будьте добры любезны уважаемые извините извини выручайте выручите выручи спасайте спасите спаси`;

/** How, how much, and small words between. */
const manners = `
  vs totally fully absolutely entirely literally basically actually actual exactly nearly almost barely hardly rather somewhat slightly
  extremely super pretty fairly otherwise anyway anyhow somehow somewhere anywhere everywhere nowhere apparently honestly seriously
  possibly perhaps definitely certainly surely obviously hopefully finally eventually perfectly carefully especially together away
  back along ahead aside around across against among through throughout upon toward towards behind beside besides near outside
  inside above below despite though although unless whether whatever whenever wherever however therefore thus hence instead gonna
  gotta gimme lemme kinda sorta dunno aint didnt wont couldnt wouldnt shouldnt wasnt werent havent hasnt hadnt youre theyre weve
  theres hes shes oh okay yes yeah nope hard difficult tough tricky possible impossible big small large huge tiny giant massive enormous gigantic
  rambling long short plain
  ready able unable clear clearly слишком чересчур довольно совсем совершенно абсолютно полностью практически примерно
  приблизительно буквально реально честно серьезно конечно наверное возможно кажется именно точно ровно вместе отдельно снова опять
  заново пор сих нет никак никакой никакого ничего ничто некогда нечего зачем почему отчего насколько настолько такой такая такое
  такие таких этакий иной всякий лично самостоятельно снаружи сверху снизу рядом возле далеко близко назад вперед обратно хотя
  поскольку потому поэтому значит пусть пускай разве неужели однако впрочем кстати короче легко легкий сложно сложный трудно трудный
  прилично приличный вручную кое прежде вдобавок иначе желательно необходимо необходимый обязательно понятно понятный маленький
  огромный крошечный коленке длинный короткий ясно ясный легкая легкое легкие легкую длинная длинное длинные длинную длинного ясная ясное
  такого такую таким такими иные иное иная`;

/** What one does with anything. */
const verbs = `
  allow ask asks asked asking tell tells told say says said know knows known knew think thinks thought guess feel feels felt
  seem seems become becomes happen happens happened bring brings leave leaves left stay remain remains hold holds grab pick
  choose decide prefer expect expected wish hope care mean means meant matter handle waste wasted wasting finish finished stop
  stops stopped avoid forget forgets forgot forgotten remember wait waits waiting sit suppose bother supposed went gone came
  took gave saw seen gotten involve involved figure deserve просить прошу просит просят просил попросить попросил спросить
  спросил спрашивать спрашивает спрашивают скажи скажите знать знаю знает знаем знают думать думаю думает казаться становится
  оказаться оказалось остаться остается осталось оставить оставаться держать держит лежать лежит лежат стоять сидеть сидит сижу
  ходить ходит пойти идти идет идут прийти приходить приходит приходят приходится придется принести приносить ждать жду ждет
  ждут уходит уходят уходить ушло забыть забыл забыла забыли забываю забывать помнить помню пытаться пытаюсь пытаемся стараться
  стараюсь советовать дайте дай гляньте гляни посмотрите посмотри подкиньте подкинь требуется требуют требовать требует
  понадобится понадобиться должен должны должна должно имеет имеется иметь существует существовать бывает бывают касаться
  происходит происходить пользоваться пользуюсь юзать юзаем заниматься занимаюсь занимается справиться справляться справляюсь
  справляемся позволять позволяет разрешить закончить закончил доделать возиться вожусь возимся ковырять ковыряться копаться
  выйти выходит выходят люблю вижу видит видеть увидеть заставить заставляет лезть пропасть`;

/** By class, for who checks them. */
export const circumstances: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({ times, quantities, people, feelings, politeness, manners, verbs }).map(
    ([name, text]) => [name, text.trim().split(/\s+/)],
  ),
);

/** A shorter stem is that of too many words: the forms of short words are listed, «мая» is no MAU, «эх» no эхо. */
const shortestStem = 5;
const words: ReadonlySet<string> = new Set(Object.values(circumstances).flat());
const stems: ReadonlySet<string> = new Set(
  [...words].map(stemOf).filter(({ length }) => length >= shortestStem),
);

/** How many, or when: 60, 2026, 20k, 5pm. What says a kind stays: 3d, 4k. */
const count = /^\d+(?:st|nd|rd|th|am|pm|h|min|sec)?$|^\d{2,}k$/;

/** Parts of the day mean something beside a task: a night is what a picture shows, and when a build runs. */
const partsOfDay: ReadonlySet<string> = new Set(
  `morning mornings noon afternoon evening evenings night nights midnight утро утра утром утрам вечер вечера вечером вечерам ночь
  ночи ночью ночам полдень полночь`.split(/\s+/),
);

/** Whether it asks for nothing, unless it is a name: circumstances, or a part of the day. */
export const asksNothing = (word: string): boolean => isCircumstance(word) || partsOfDay.has(word);

/** Whether a folded word stands in the lists themselves: no concept says it alone, whatever its root says. */
export const isListedCircumstance = (word: string): boolean => words.has(word);

/** Whether a folded word says under what circumstances something is asked for. */
export const isCircumstance = (word: string): boolean =>
  words.has(word) || stems.has(stemOf(word)) || count.test(word);
