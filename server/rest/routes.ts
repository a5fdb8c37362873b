// THE TABLE: every path of the specification's section 7, one row each.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { data, spread, type Envelope } from './envelopes.ts';
import {
  HealthDocument,
  LikedKnowledgeDocument,
  LikeKnowledgeDocument,
  MeDocument,
  SearchKnowledgeDocument,
  SignInAsDeveloperDocument,
  SignOutDocument,
  StartSyncDocument,
  SyncStatusDocument,
  TagsDocument,
  UnlikeKnowledgeDocument,
  UpdateKnowledgeDocument,
  WriteClientLogDocument,
} from './generated.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Document = TypedDocumentNode<{ result?: unknown }, Record<string, unknown>>;

export interface Row {
  method: Method;
  /** From the root of the site; parameters in braces, as in the specification. */
  path: string;
  document: Document;
  envelope: Envelope;
  /** Variables that the row itself decides. */
  fixed: Record<string, unknown>;
  /** Unique name of the row in the OpenAPI document. */
  operationId: string;
}

const row = <Variables>(
  method: Method,
  path: string,
  document: TypedDocumentNode<{ result?: unknown }, Variables>,
  envelope: Envelope,
  fixed: Partial<Variables> = {},
): Row => ({
  method,
  path,
  document: document as Document,
  envelope,
  fixed,
  operationId: [method, ...path.replace('/api/v1', '').split(/[^A-Za-z0-9]+/)]
    .filter(Boolean)
    .join('_'),
});

/** A row below /api/v1. */
const route: typeof row = (method, path, ...rest) => row(method, `/api/v1${path}`, ...rest);

export const routes: Row[] = [
  route('post', '/auth/dev-login', SignInAsDeveloperDocument, spread),
  route('post', '/auth/logout', SignOutDocument, spread),
  route('get', '/auth/me', MeDocument, data),

  route('get', '/knowledge/search', SearchKnowledgeDocument, spread),
  route('get', '/knowledge/tags', TagsDocument, data),
  route('get', '/knowledge/liked', LikedKnowledgeDocument, data),
  route('post', '/knowledge/sync', StartSyncDocument, data),
  route('get', '/knowledge/sync/status', SyncStatusDocument, data),
  route('post', '/knowledge/{id}/like', LikeKnowledgeDocument, spread),
  route('delete', '/knowledge/{id}/like', UnlikeKnowledgeDocument, spread),
  route('patch', '/knowledge/{id}', UpdateKnowledgeDocument, data),

  route('get', '/health', HealthDocument, spread),
  route('post', '/logs', WriteClientLogDocument, spread),
];
