// Legal texts from the company's folder, with those of Loadout as default.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '../../shared/language.ts';
import {
  legalDocuments,
  LegalTextError,
  parseLegalText,
  type LegalDocument,
  type LegalText,
} from '../../modules/setup/legal/legalTexts.ts';
import { limits } from '../../config/limits.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { errorCode } from '../../shared/errorCode.ts';

const defaultFolder = join(import.meta.dirname, 'texts');

const fileOf = (document: LegalDocument, language: Language): string =>
  `${document.replaceAll('_', '-')}.${language}.md`;

const unitMs = { minute: minuteMs, hour: hourMs, day: dayMs } as const;

/** Durations that the texts mention, by the names of the limits. */
const namedTimes: Record<string, number> = {
  'session.idleMs': limits.session.idleMs,
  'session.absoluteMs': limits.session.absoluteMs,
  'session.directAccessMs': limits.session.directAccessMs,
  closedKeptMs: limits.closedKeptMs,
};

/** Replaces placeholders such as `{session.idleMs hour}` by the limits. @throws LegalTextError for an unknown name */
const fillTimes = (text: string, language: Language): string =>
  text.replaceAll(/\{([A-Za-z.]+) (minute|hour|day)\}/g, (whole, name: string, unit: string) => {
    const ms = namedTimes[name];
    if (ms === undefined) throw new LegalTextError(`${whole} names no limit`);
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
      ms / unitMs[unit as keyof typeof unitMs],
    );
  });

export type LegalTexts = Record<LegalDocument, Record<Language, LegalText>>;

/** All faults in a company's own texts, by file. */
export class LegalFilesError extends Error {
  readonly reasons: string[];

  constructor(reasons: string[]) {
    super(`The legal texts cannot be used: ${reasons.join('; ')}`);
    this.name = 'LegalFilesError';
    this.reasons = reasons;
  }
}

/** The content of a file; null for a missing one. @throws LegalTextError when it cannot be read */
function readOrNull(path: string): string | null {
  try {
    if (statSync(path).size > limits.legalTextBytes)
      throw new LegalTextError(`it holds more than ${limits.legalTextBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (error instanceof LegalTextError) throw error;
    throw new LegalTextError(
      errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'it is not UTF-8'
        : `it cannot be read (${errorCode(error)})`,
      { cause: error },
    );
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Any error means that there is no readable folder.
    return false;
  }
}

/**
 * Both texts in both languages. A text that the folder has in no language is ours.
 * @param folder of the company's own `privacy-policy.ru.md`, `privacy-policy.en.md`, `terms-of-service.ru.md` and
 * `terms-of-service.en.md`; null for none
 * @throws LegalFilesError with every missing or unusable file
 */
export function readLegalTexts(folder: string | null): LegalTexts {
  const reasons: string[] = [];
  if (folder !== null && !isFolder(folder)) throw new LegalFilesError(['it names no folder']);

  const readOne = (place: string, name: string, language: Language): LegalText | null => {
    try {
      const text = readOrNull(join(place, name));
      if (text === null) return null;
      return parseLegalText(place === defaultFolder ? fillTimes(text, language) : text);
    } catch (error) {
      if (!(error instanceof LegalTextError)) throw error;
      reasons.push(`${name}: ${error.message}`);
      return { updated: null, sections: [] };
    }
  };
  const bothOf = (place: string, document: LegalDocument): Record<Language, LegalText> | null => {
    const [ru, en] = languages.map((language) =>
      readOne(place, fileOf(document, language), language),
    );
    if (ru && en) return { ru, en };
    if (ru ?? en) reasons.push(`${fileOf(document, ru ? 'en' : 'ru')} is missing`);
    return null;
  };

  const found = Object.fromEntries(
    legalDocuments.map((document) => [
      document,
      (folder === null ? null : bothOf(folder, document)) ?? bothOf(defaultFolder, document),
    ]),
  ) as LegalTexts;
  const hasOwn =
    folder === null ||
    legalDocuments.some((document) => existsSync(join(folder, fileOf(document, 'ru'))));
  if (!hasOwn && reasons.length === 0) reasons.push('it holds none of the texts');
  if (reasons.length > 0) throw new LegalFilesError(reasons);
  return found;
}
