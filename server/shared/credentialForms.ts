// How keys and passwords look, as data: by what they begin, by what they are named, and what stands in their place in examples. Each
// pattern is bounded, or starts once in a run of its signs: a text is read in time that grows as its length does.

/** A form of keys: the beginning, which is shown, is the first group. */
interface KeyForm {
  form: RegExp;
  /** Of what the rest is made; `nothing` where the beginning says it all. */
  rest: 'nothing' | 'digits and letters' | 'digits and both cases';
}

const key = (form: RegExp, rest: KeyForm['rest'] = 'digits and letters'): KeyForm => ({
  form,
  rest,
});

/** Beginnings by which the keys of well-known services, and our own tokens, are told. */
export const keyForms: readonly KeyForm[] = [
  key(/(-----BEGIN (?:[A-Z\d]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)/g, 'nothing'),
  // Addresses of pages say sk-hynix-…, sk-learn-… and sk-bert-…: a key has no words with hyphens between them.
  key(/(?<![\w-])(sk-)[A-Za-z\d]{20,}/g, 'digits and both cases'),
  key(/(?<![\w-])(sk-)[a-f\d]{32}(?![\w-])/g),
  key(/(?<![\w-])(sk-or-v1-)[a-f\d]{32,}/g),
  key(/(?<![\w-])(sk-(?:proj|ant|svcacct|admin|or)-)[\w-]{20,}/g, 'digits and both cases'),
  key(/(?<![\w-])([sr]k_(?:live|test)_)\w{16,}/g),
  key(/(?<![\w-])(gh[pousr]_|github_pat_)\w{30,}/g),
  key(/(?<![\w-])(glpat-)[\w-]{20,}/g),
  key(/(?<![\w-])(A(?:KI|SI)A)[A-Z\d]{16}(?![\w-])/g),
  key(/(?<![\w-])(xox[abeprs]-)[\w-]{10,}/g),
  key(/(?<![\w-])(AIza)[\w-]{35}/g),
  key(/(?<![\w-])(GOCSPX-)[\w-]{20,}/g),
  key(/(?<![\w-])(hf_|r8_|npm_)[A-Za-z\d]{30,}/g),
  key(/(?<![\w-])(gsk_|xai-|pplx-)[A-Za-z\d]{30,}/g),
  key(/(?<![\w-])(SG\.)[\w-]{16,}\.[\w-]{16,}/g),
  key(/(?<![\w-])(eyJ)[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g),
  key(/(?<![\w-])(\d{8,10}:AA)[\w-]{33}(?![\w-])/g),
  key(/(?<![\w-])(lo_)[\w-]{43}(?![\w-])/g),
  key(/(?<![\w-])(whsec_)[\w+/=-]{24,}/g),
];

/** Words of a key in an example: ghp_YourTokenGoesHere. */
export const wordsOfExamples = /your|here|example|placeholder|changeme/i;

// "pass" alone is a season of a game, a pass of a renderer or of a reader: it counts as a variable alone.
const passwordNames = [
  'passwords?|passwd|passphrase|pwd|pw',
  'парол(?:ь|я|ю|и|е|ем|ей|ям|ями|ях)|пасс?ворд',
];
const keyNames = [
  '(?:api|access|private)[ _-]?keys?|secret(?:[ _-](?:access[ _-])?key)?|(?:access[ _-]|auth[ _-])?token|bearer',
  'api[ -]?ключ|ключ api|токен|секрет',
];
const namesOfCode = 'Passw(?:or)?d|Pwd|(?:Api|Access|Private)Key|Secret(?:Key)?|Token';

/** What may stand between a name and its value: for whom, in brackets or in a few words, and then a sign or a word. */
const link = [
  '["\'`]?',
  String.raw`(?:\s{0,3}\([^()\n]{0,40}\)|\s{1,3}(?:for|of|to|on|от|для|к|на|в)(?:\s{1,3}[\p{L}\p{N}@._-]{1,30}){1,4})?`,
  '["\'`]?',
  String.raw`(?:\s{0,3}(?:[:=]{1,2}>?|[=-]>|[→⇒])\s{0,3}|\s{1,3}[-–—]\s{1,3}|\s{1,3}(?:is|это)\s{1,3}|(?<=bearer)\s{1,3})`,
  '["\'`«“]?',
].join('');

/** The name of a password, or of a key that no beginning tells, up to the value: in words, and as a part of a name of code. */
export const named: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(${[...passwordNames, ...keyNames].join('|')})${link}`,
    'giu',
  ),
  new RegExp(`((?<=[a-z])(?:${namesOfCode})|(?<=[A-Z]_)PASS)${link}`, 'gu'),
];

export const isPasswordName = /^(?:pass|pwd?|пар|пас)/iu;
/** Its values may well be UUIDs; a token of those is some number of a thing. */
export const isSecretName = /^(?:secret|секрет)/iu;

/** The password in an address, behind the name of its user if there is one. */
export const inAddress =
  /(?<![\w+.-])([a-z][a-z\d+.-]{0,30}:\/\/[^\s/:@]{0,200}:)([^\s/@]{1,200})@[^\s/@]/giu;

/** What stands in examples in the place of a value, looked for where the value begins. */
export const placeholders: readonly RegExp[] = [
  /^<[^<>\n]{1,60}>/u,
  /^\[[^[\]\n]{1,60}\]/u,
  /^\$?\{{1,2}[^{}\n]{1,60}\}/u,
  /^\$\([^()\n]{1,60}\)/u,
  /^\$(?:env:)?(?:[A-Z][A-Z_\d]{2,60}|[A-Za-z_]{2,60})(?![^\s"'`»”,;.)])/u,
  /^%[A-Za-z_]{1,60}%/u,
];

/** Whole values that are no password, each for a reason. */
export const ordinaryValues: readonly RegExp[] = [
  /^(.)\1*$/u,
  /^(?:pass(?:word)?|пароль|secret|token|1password)$/iu,
  // Addresses of the web and of mail, paths, and calls as varchar(255).
  /^[a-z][a-z\d+.-]{0,30}:\/\//iu,
  /^[\w+.-]+@(?:[\w-]+\.)+[a-z]{2,}$/iu,
  /^(?:[~.]{0,2}|[a-z\d_.-]+)(?:\/[a-z\d_.-]+){2,}\/?$/u,
  /^\p{L}[\p{L}\d_.]*\(/u,
  // A version, and how passwords are kept.
  /^v\d+(?:\.\d+)*$/iu,
  /^(?:aes|sha|md|rsa|oauth|base|utf|hs|rs|es|ed|argon|pbkdf|scrypt|bcrypt|tls)-?\d/iu,
];

/** Words that ask of a password what it must be: minimum-8-characters. */
export const wordsOfRequirements = new Set(
  'minimum least character characters chars symbol symbols digit digits letter letters bit bits минимум знаков знака символов символа букв цифр'.split(
    ' ',
  ),
);

export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
