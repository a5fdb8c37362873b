// Takes credentials out of what strangers send for the log: by the names under which they stand, and by their form.

const hidden = '[hidden]';

/** Names whose value is a credential, alone or as the end of a longer name: `telegramToken`, `x-api-key`, `SESSION_ID`. */
const endings =
  /(?:authorization|cookies?|credentials?|hash|jwt|nonce|passwd|password|passcode|pwd|secrets?|sessions?|sessionid|sid|signature|state|tokens?|verifier|apikey|accesskey|privatekey)$/;
/** Names that are one only when they stand alone: `zipcode` is none. */
const alone = new Set(['auth', 'code', 'key', 'otp', 'pin']);

const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return alone.has(plain) || endings.test(plain);
};

const names =
  '(?:[\\w-]*(?:authorization|cookie|credential|hash|jwt|nonce|passw(?:or)?d|secret|session|sid|state|token|verifier|api[_-]?key)s?(?:[_-]?id)?|code|key|auth|otp|pwd)';

/** In a text nobody knows where a quoted value ends, so everything behind its beginning goes. */
const patterns: [RegExp, string][] = [
  // Begun at the first of its backslashes only: tried at each of them the work would grow with their square.
  [new RegExp(`((?<!\\\\)(?:\\\\*["'])${names}\\\\*["']\\s*:\\s*)[\\s\\S]+`, 'i'), `$1${hidden}`],
  [/\b((?:set-)?cookies?|(?:proxy-)?authorization)(\s*[:=]\s*)[^\r\n]+/gi, `$1$2${hidden}`],
  [new RegExp(`((?:^|[^\\w-])${names}\\s*(?:=|%3D|:)\\s*)[^&\\s"'#;,]+`, 'gi'), `$1${hidden}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`],
  // User name and password in front of a host.
  [/\/\/[^/?#@\s]*@/g, `//${hidden}@`],
  // A signed token; a bot's token; a hash or key in hexadecimal; 32 bytes or more as our sessions and links have them.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden],
  [/\b\d{6,}:[\w-]{30,}/g, hidden],
  [/\b[0-9a-f]{32,}\b/gi, hidden],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,}(?![\w-])/g, hidden],
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w-])/g, hidden],
];

/** A text that is JSON itself is walked as what it says. */
function parsed(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The same text without credentials. */
export function redactText(text: string): string {
  const inner = parsed(text);
  if (inner !== undefined) return JSON.stringify(redact(inner));
  return patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
}

/** The same value, a tree of JSON, without credentials: by the names of its members, and in every text and name. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    redactText(name),
    isSecretName(name) && member !== null ? hidden : redact(member),
  ]);
  // Not by assignment: `__proto__` is a name like any other.
  return Object.fromEntries(entries);
}
