// Incidents of items: types, input schemas and affected companies. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { optionalText, text } from '../../../shared/validation.ts';

export const incidentKinds = ['breach', 'outage', 'price_change', 'shutdown'] as const;
export const incidentSeverities = ['notice', 'warning', 'critical'] as const;

export interface IncidentContent {
  kind: (typeof incidentKinds)[number];
  severity: (typeof incidentSeverities)[number];
  /** One of the texts may be missing, but not both. */
  textRu: string | null;
  textEn: string | null;
  link: string | null;
  /** Null for all companies. */
  companyKeys: string[] | null;
}

export interface Incident extends IncidentContent {
  id: number;
  /** The current item, after merges. */
  itemId: number;
  startedBy: number | null;
  startedAt: Date;
  /** Null while it is open. */
  endedAt: Date | null;
  version: number;
}

const link = text(limits.text.ruleSource).refine(
  (value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value),
  {
    message: 'Write a web address that begins with http:// or https://',
    params: { code: 'webAddress' },
  },
);

export const incidentInput = z
  .strictObject({
    expectedVersion: z.int().nullish(),
    kind: z.enum(incidentKinds),
    severity: z.enum(incidentSeverities).default('warning'),
    textRu: optionalText(limits.text.incident),
    textEn: optionalText(limits.text.incident),
    link: z.literal('').or(link).nullish(),
    companies: z
      .array(z.string().max(limits.text.conceptId))
      .min(1)
      .max(limits.incidents.companies)
      .nullish(),
  })
  .refine(({ textRu, textEn }) => Boolean(textRu?.trim() || textEn?.trim()), {
    path: ['textEn'],
    message: 'Say in one language at least what has happened',
    params: { code: 'required' },
  })
  .transform(({ kind, severity, textRu, textEn, link: address, companies }): IncidentContent => ({
    kind,
    severity,
    textRu: textRu?.trim() || null,
    textEn: textEn?.trim() || null,
    link: address || null,
    companyKeys: companies ? [...new Set(companies)].toSorted() : null,
  }));

export type IncidentInput = z.input<typeof incidentInput>;

/** True when an incident concerns people of a company. */
export const concerns = (
  { companyKeys }: Pick<Incident, 'companyKeys'>,
  companyKey: string | null,
): boolean => companyKeys === null || (companyKey !== null && companyKeys.includes(companyKey));

export const isSameContent = (one: IncidentContent, other: IncidentContent): boolean =>
  one.kind === other.kind &&
  one.severity === other.severity &&
  one.textRu === other.textRu &&
  one.textEn === other.textEn &&
  one.link === other.link &&
  JSON.stringify(one.companyKeys) === JSON.stringify(other.companyKeys);
