// Incidents of items: types, input schemas, affected companies and SQL.
import type { Knex } from 'knex';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { optionalText, text } from '../../../shared/validation.ts';

const incidentKinds = ['breach', 'outage', 'price_change', 'shutdown'] as const;
const incidentSeverities = ['notice', 'warning', 'critical'] as const;

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

const columns = `incidents.id, item_now(incidents.item_id) as "itemId", incidents.kind, incidents.severity,
  incidents.text_ru as "textRu", incidents.text_en as "textEn", incidents.link, incidents.company_keys as "companyKeys",
  incidents.started_by as "startedBy", incidents.started_at as "startedAt", incidents.ended_at as "endedAt", incidents.version`;

const toColumns = ({ kind, severity, textRu, textEn, link, companyKeys }: IncidentContent) => ({
  kind,
  severity,
  text_ru: textRu,
  text_en: textEn,
  link,
  company_keys: companyKeys,
});

export class IncidentsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Open incidents of items and of the items merged into them, newest first. */
  async openOf(itemIds: readonly number[]): Promise<Incident[]> {
    const { rows } = await this.db.raw<{ rows: Incident[] }>(
      `with recursive parts as (
         select id, id as kept from unnest(?::integer[]) as id
         union select items.id, parts.kept from items join parts on items.merged_into = parts.id)
       select ${columns} from parts join incidents on incidents.item_id = parts.id
       where incidents.ended_at is null order by incidents.started_at desc, incidents.id desc`,
      [[...itemIds]],
    );
    return rows;
  }

  /** Locks an item against concurrent incidents. */
  lockItem = (id: number): Promise<unknown> =>
    this.db('items').where({ id }).forNoKeyUpdate().select('id');

  async find(id: number): Promise<Incident | null> {
    const { rows } = await this.db.raw<{ rows: Incident[] }>(
      `select ${columns} from incidents where id = ?`,
      [id],
    );
    return rows[0] ?? null;
  }

  async lock(id: number): Promise<Incident | null> {
    const { rows } = await this.db.raw<{ rows: Incident[] }>(
      `select ${columns} from incidents where id = ? for update`,
      [id],
    );
    return rows[0] ?? null;
  }

  async insert(
    itemId: number,
    content: IncidentContent,
    by: { startedBy: number; startedAt: Date },
  ): Promise<number> {
    const [made]: { id: number }[] = await this.db('incidents')
      .insert({
        item_id: itemId,
        ...toColumns(content),
        started_by: by.startedBy,
        started_at: by.startedAt,
      })
      .returning('id');
    return made!.id;
  }

  async update(id: number, content: IncidentContent, endedAt: Date | null): Promise<void> {
    await this.db('incidents')
      .where({ id })
      .update({
        ...toColumns(content),
        ended_at: endedAt,
        version: this.db.raw('version + 1'),
      });
  }

  async unknownCompanies(keys: readonly string[]): Promise<string[]> {
    const known: string[] = await this.db('companies')
      .whereIn('key', [...keys])
      .pluck('key');
    return keys.filter((key) => !known.includes(key));
  }
}
