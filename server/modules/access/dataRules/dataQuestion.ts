// Parser of questions such as “cursor source code”: splits them into an item name and data classes. Pure.
import { tokens } from '../../search/search.module.ts';
import { dataClasses, type DataClass } from './dataRules.ts';

/**
 * Names of the classes, compared by their stems. Excludes single words that are also tasks or names ("code", "builds").
 */
const phrases: Record<DataClass, string> = {
  public_material:
    'открытые материалы, публичные материалы, открытые данные, публичные данные, public material, public data',
  source_code: 'исходный код, исходники, сорцы, source code, sourcecode',
  unreleased_art: `неопубликованный арт и билды, неопубликованный арт, неопубликованные билды, невыпущенный арт,
    невыпущенные билды, unreleased art and builds, unreleased art, unreleased builds, unreleased assets`,
  player_data: 'данные игроков, данные об игроках, данные пользователей, player data, user data',
  staff_data: 'данные сотрудников, данные о сотрудниках, staff data, employee data, hr data',
  partner_material: `материалы партнёров и под NDA, материалы партнёров, данные партнёров, материалы под NDA, под NDA,
    partner and NDA material, partner material, partner data, NDA material, under NDA`,
};

/** Longest first: "unreleased art" begins "unreleased art and builds". */
const stemmedPhrases = dataClasses
  .flatMap((dataClass) =>
    phrases[dataClass].split(',').map((phrase) => ({
      dataClass,
      stems: tokens(phrase).map(({ stem }) => stem),
    })),
  )
  .toSorted((one, other) => other.stems.length - one.stems.length);

export interface DataQuestion {
  /** The words beside the classes; empty when there are none. */
  service: string;
  /** In the order of the enum. */
  dataClasses: DataClass[];
}

export function parseDataQuestion(text: string): DataQuestion {
  const words = tokens(text);
  const found = new Set<DataClass>();
  const kept: typeof words = [];
  let [service, keptFrom] = ['', 0];
  for (let at = 0; at < words.length;) {
    const phrase = stemmedPhrases.find(({ stems }) =>
      stems.every((stem, index) => words[at + index]?.stem === stem),
    );
    const length = phrase?.stems.length ?? 1;
    if (phrase) {
      found.add(phrase.dataClass);
      service += text.slice(keptFrom, words[at]!.start);
      keptFrom = words[at + length - 1]!.end;
    } else kept.push(words[at]!);
    at += length;
  }
  service += text.slice(keptFrom);
  const isNamed = found.size === 0 || kept.some(({ isStop, isSoft }) => !isStop && !isSoft);
  return {
    service: isNamed ? service.replaceAll(/\s+/g, ' ').trim() : '',
    dataClasses: dataClasses.filter((one) => found.has(one)),
  };
}
