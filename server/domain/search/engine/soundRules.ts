// How words sound, as data. Consonants are written in upper case (J дж/ж, C ч, W ш/щ, X х/h), vowels in lower case.

const rules = (lines: string): [RegExp, string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', to = ''] = line.trim().split(/\s*=>\s*/);
      return [new RegExp(from, 'g'), to];
    });

export const cyrillicRules = rules(`
  дж|ж => J
  тч|ч => C
  ш|щ => W
  тс|ц|с|з => S
  у(?=[аеиоуыэюя]) => V
  в => V
  х => X
  б => B
  п => P
  д => D
  т => T
  г => G
  к => K
  ф => F
  л => L
  м => M
  н => N
  р => R
  ь|ъ =>
  я|а => a
  о => o
  е|э => e
  и|ы|й => i
  ю|у => u`);

export const latinRules = rules(`
  aw(?![aeiouy]) => o
  ow(?![aeiouy]) => au
  ew(?![aeiouy]) => iu
  ^wr => r
  ^kn => n
  ^ch(?=[rl]) => k
  shch|sch(?=[aeiouy]) => W
  tch|ch => C
  sh => W
  zh => J
  kh => X
  ph => F
  ough => o
  igh => ai
  gh(?=[aeiouy]) => G
  gh =>
  th => T
  ck => K
  qu => KV
  que$ => K
  tion|sion => Wen
  [ct]i(?=[ao]) => W
  ture$ => Cer
  dge?(?=$|[eiy]) => J
  g(?=e|i|y) => J
  j => J
  sc(?=[eiy]) => S
  c(?=[eiy]) => S
  c|k|q => K
  x => KS
  ts|s|z => S
  wh?|v => V
  h => X
  b => B
  p => P
  d => D
  t => T
  g => G
  f => F
  l => L
  m => M
  n => N
  r => R
  ee|ea|ie => i
  oo => u
  ou => au
  ay|ai|ey|ei => ei
  au|aw => o
  (?<=[A-Z])e$ =>
  y => i`);

/** How the names of letters sound: gpt is джипити. */
export const letterNames: ReadonlyMap<string, string> = new Map(
  `a ei b Bi c Si d Di e i f eF g Ji h eiC i ai j Jei k Kei l eL m eM n eN o o p Pi q Ku r aR s eS t Ti u u v Vi w DaBLu
   x eKS y Vai z Set`
    .split(/\s+/)
    .flatMap((name, place, all) =>
      place % 2 === 0 ? [[name, all[place + 1] ?? ''] as const] : [],
    ),
);
