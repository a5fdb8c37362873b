// Refusal of texts for other people that hold a key or a token, as secretlint recognises them.
import { DomainError } from './domainError.ts';
import { lazy } from './lazy.ts';

/** Our own tokens and webhook secrets, and keys of AI services that the preset does not know. */
const otherKeys =
  /(?<![\w-])(?:(?:lo_|whsec_|AIza)[\w-]{35}|sk-[A-Za-z\d]{32}|(?:gsk_|hf_|r8_|xai-|pplx-)[A-Za-z\d]{30})/;

const loadSecretlint = lazy(async () => {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  return async (content: string): Promise<boolean> => {
    const { messages } = await lintSource({
      source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
      options: { config, noPhysicFilePath: true },
    });
    return messages.length > 0;
  };
});

/** Whether a text holds a key or a token; callers bound its length first. */
export const holdsKey = async (text: string): Promise<boolean> =>
  otherKeys.test(text) || (await (await loadSecretlint())(text));

/**
 * Keeps secrets out of what others read.
 * @param texts by the name of their field
 * @throws DomainError INVALID (`holdsKey`) with the name of the `field`, never the secret
 */
export async function refuseCredentials(
  texts: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  for (const [field, text] of Object.entries(texts))
    if (text && (await holdsKey(text)))
      throw new DomainError(
        'INVALID',
        `${field} holds a key or a token: whoever reads it can use it. Take it out`,
        { reason: 'holdsKey', facts: { field } },
      );
}
