// The words of adding a service by its address. Pure.
import { z } from 'zod';
import { guessLanguage } from '../../catalogue/items/items.module.ts';
import { editInput, type WriteOutcome } from '../../sync/sync.module.ts';
import { addressField } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { Language } from '../../../shared/language.ts';

/** What a page says about itself. */
export interface PageContent {
  /** Where it stands, after every redirect. */
  url: string;
  title: string;
  description: string;
  image: string | null;
  /** Addresses at which it may show a picture of itself, the best first. */
  pictures: string[];
}

/** The port to the pages outside. */
export interface PageReader {
  /** @throws DomainError where the page cannot be read, or may not be: private addresses are refused. */
  read(address: string): Promise<PageContent>;
}

/** What is proposed for a service that is about to be added. */
export interface Proposal {
  address: string;
  /** The service that has this address already; null where there is none. */
  knownId: number | null;
  /** Whether the page could be read. */
  isRead: boolean;
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: string | null;
  tags: string[];
  /** Descriptions that a machine has written. */
  machineTexts: MachineText[];
}

const machineTexts = ['descriptionRu', 'descriptionEn'] as const;
export type MachineText = (typeof machineTexts)[number];

export const addressInput = z.object({ address: addressField });

export const addInput = editInput.omit({ tasksRu: true, tasksEn: true }).extend({
  sourceUrl: addressField,
  machineTexts: z.array(z.enum(machineTexts)).default([]),
  /** The proposal of an employee that it is made of. */
  proposalId: z.int().nullish(),
  /** The wish that it is made for. */
  gapId: z.int().nullish(),
});
export type AddInput = z.input<typeof addInput>;

export interface AddOutcome {
  itemId: number;
  bookmark: WriteOutcome;
}

export const otherLanguage: Record<Language, Language> = { ru: 'en', en: 'ru' };

/** A text in the language it is written in; the other language is open. */
export const byLanguage = (text: string): { ru: string | null; en: string | null } => {
  if (text === '') return { ru: null, en: null };
  return guessLanguage(text) === 'ru' ? { ru: text, en: null } : { ru: null, en: text };
};

const maxProposedTags = 5;

interface NamedTag {
  originalName: string;
  nameRu: string;
  nameEn: string;
  isApproval: boolean;
}

/** Tags of the catalogue whose name stands in a text as whole words, the most used first. */
export function proposeTags(text: string, tags: readonly NamedTag[]): string[] {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const isNamed = (name: string) => {
    const plain = name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return plain.length > 1 && words.includes(` ${plain} `);
  };
  return tags
    .filter((tag) => !tag.isApproval)
    .filter((tag) => [tag.originalName, tag.nameRu, tag.nameEn].some(isNamed))
    .slice(0, maxProposedTags)
    .map((tag) => tag.originalName);
}
