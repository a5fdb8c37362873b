// Schemas that several tools share.
import { z } from 'zod';
import { dataClasses } from '../../../modules/access/dataRules/dataRules.ts';
import type { Language } from '../../../shared/language.ts';
import { limits } from '../../../config/limits.ts';
import type { DataClass, EffectiveDataVerdict } from '../generated.ts';
import { clip, inLanguage, titleOf } from '../toolTexts.ts';

/** Kind of data that somebody wants to put into a service. */
export const dataClass = z.enum(dataClasses);

/** The id of a service. */
export const serviceId = z.string().min(1).max(20);

interface Verdict {
  dataClass: DataClass;
  verdict: EffectiveDataVerdict;
}

/** Verdicts on a service, by data class. */
export const toldRules = (verdicts: readonly Verdict[]): Record<string, string> =>
  Object.fromEntries(verdicts.map(({ dataClass: name, verdict }) => [name, verdict]));

interface Incident {
  kind: string;
  severity: string;
  textRu: string | null;
  textEn: string | null;
  link: string | null;
}

/** Open incidents of a service, a line each; the field is missing without one. */
export const incidents = z.array(z.string()).optional();

export const toldIncidents = (language: Language, open: readonly Incident[]) =>
  open.length === 0
    ? {}
    : {
        incidents: open.map(({ kind, severity, textRu, textEn, link }) =>
          clip(
            [`${kind} (${severity}):`, inLanguage(language, { ru: textRu, en: textEn }), link]
              .filter(Boolean)
              .join(' '),
            limits.mcp.description,
          ),
        ),
      };

/** A web address as people write it. */
export const webAddress = z.string().min(1).max(limits.bookmark.addressBytes);

/** A reference to a service. */
export const named = z.object({ id: z.string(), title: z.string() });

/** A service as a reference. */
export const toNamed = (
  language: Language,
  item: { id: string; titleRu: string | null; titleEn: string | null },
) => ({ id: item.id, title: clip(titleOf(language, item), limits.mcp.name) });
