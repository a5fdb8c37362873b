// Cache of parsed and validated documents.
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { limits } from '../../config/limits.ts';

/** Measures a document by its text; the parsed tree takes about forty times that memory. */
const textLength = (document: DocumentNode): number => document.loc?.source.body.length ?? 1;

/** Apollo's store of documents, bounded by the length of their texts. */
export function createDocumentStore() {
  const kept = new LRUCache<string, DocumentNode>({
    max: limits.graphql.keptDocuments,
    maxSize: limits.graphql.keptCharacters,
    sizeCalculation: textLength,
  });
  return {
    get: async (key: string) => kept.get(key),
    set: async (key: string, document: DocumentNode) => void kept.set(key, document),
    delete: async (key: string) => kept.delete(key),
  };
}
