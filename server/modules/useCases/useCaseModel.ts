// What this room needs of a language model. What it answers is data: checked, capped, shown before it is saved.
import type { Language } from '../../shared/language.ts';
import type { ChangeJudgement, ImprovedCase } from './useCases.ts';

export interface UseCaseModel {
  /**
   * Improves a text, or asks for what is missing; reasons are in `language`.
   * @throws DomainError UNAVAILABLE when the model does not answer as it must.
   */
  analyse(text: string, language: Language): Promise<ImprovedCase[]>;
  translate(text: string, from: Language, to: Language): Promise<string>;
  /** Whether the meaning of a case changed, and why, in `language`. */
  judgeChange(before: string, after: string, language: Language): Promise<ChangeJudgement>;
}
