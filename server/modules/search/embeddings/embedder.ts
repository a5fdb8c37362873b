// Port of the embedding model, which turns texts into vectors.

export type EmbeddingFault =
  /** The server cannot be reached, or fails. */
  | 'away'
  | 'slow'
  | 'busy'
  /** The server refuses the key, the address or the model. */
  | 'refused'
  /** The server refuses the texts, for example as too long. */
  | 'text'
  /** The answer is invalid, for example of another dimension. */
  | 'answer';

/** Failure of the embedding model; its message is one English sentence without secrets. */
export class EmbeddingError extends Error {
  readonly fault: EmbeddingFault;

  constructor(fault: EmbeddingFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EmbeddingError';
    this.fault = fault;
  }
}

export interface EmbeddingRequest {
  texts: readonly string[];
  model: string;
  /** Length of the vectors; null for any. */
  dimension: number | null;
  signal: AbortSignal;
}

export interface Embedder {
  /** Vectors of length 1, one for each text. @throws EmbeddingError */
  embed(request: EmbeddingRequest): Promise<Float32Array[]>;
}

export interface EmbeddingModel {
  name: string;
  /** For queries, with a short timeout. */
  queries: Embedder;
  /** For texts of items, in the background. */
  texts: Embedder;
  /** True when texts of hidden items may be sent to it. */
  takesHiddenTexts: boolean;
}
