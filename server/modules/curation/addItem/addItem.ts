// Types and rules of adding an item by its address.
import { z } from 'zod';
import { guessLanguage } from '../../catalogue/items/items.module.ts';
import { editInput, type WriteOutcome } from '../../sync/sync.module.ts';
import { addressField } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { Language } from '../../../shared/language.ts';

/** Content of a page that describes a service. */
export interface PageContent {
  /** Its address after redirects. */
  url: string;
  title: string;
  description: string;
  image: string | null;
  /** Addresses of its pictures, best first. */
  pictures: string[];
}

/** Port for reading web pages. */
export interface PageReader {
  /** @throws DomainError when the page cannot or must not be read: private addresses are refused */
  read(address: string): Promise<PageContent>;
}

/** Proposed content of an item that is about to be added. */
export interface Proposal {
  address: string;
  /** The item with this address; null if there is none. */
  knownId: number | null;
  /** True when the page could be read. */
  isRead: boolean;
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: string | null;
  tags: string[];
  /** Descriptions that are machine translations. */
  machineTexts: MachineText[];
}

const machineTexts = ['descriptionRu', 'descriptionEn'] as const;
export type MachineText = (typeof machineTexts)[number];

export const addressInput = z.object({ address: addressField });

export const addInput = editInput.omit({ tasksRu: true, tasksEn: true }).extend({
  sourceUrl: addressField,
  machineTexts: z.array(z.enum(machineTexts)).default([]),
  /** The proposal of an employee that it comes from. */
  proposalId: z.int().nullish(),
  /** The catalogue gap that it closes. */
  gapId: z.int().nullish(),
});
export type AddInput = z.input<typeof addInput>;

export interface AddOutcome {
  itemId: number;
  bookmark: WriteOutcome;
}

export const otherLanguage: Record<Language, Language> = { ru: 'en', en: 'ru' };

/** A text in its language; null in the other one. */
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

/** Tags of the catalogue whose name occurs in a text as whole words, the most used first. */
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
