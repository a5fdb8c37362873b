// Refusal of published texts that contain a key or a token, as secretlint recognises them.
import { DomainError } from './domainError.ts';
import { lazy } from './memoize.ts';

/**
 * Formats that secretlint's preset does not know. Each starts at a word boundary and has a bounded length, so matching takes linear
 * time.
 */
const otherForms: Readonly<Record<string, RegExp>> = {
  'token or webhook secret of Loadout': /(?<![\w-])(?:lo_|whsec_)[\w-]{35}/,
  'key of Google': /(?<![\w-])AIza[\w-]{35}/,
  'key of a language model':
    /(?<![\w-])(?:sk-(?:[A-Za-z\d]{32}|(?:proj|svcacct|admin|or-v1)-[\w-]{40})|(?:gsk_|hf_|r8_|xai-|pplx-)[A-Za-z\d]{30})/,
  'JSON Web Token': /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{20}/,
  'token of a Telegram bot': /(?<!\d)\d{6,12}:AA[\w-]{33}(?![\w-])/,
  'token of a Discord bot': /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/,
  'webhook of Discord or Teams':
    /\/\/(?:[\w-]{1,63}\.)?(?:discord(?:app)?\.com\/api\/webhooks\/\d{15,21}\/[\w-]{40}|webhook\.office\.com\/webhookb2\/[\w-]{30})/,
};

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

/** Tells if a text contains a key or a token; callers limit its length first. */
export const holdsKey = async (text: string): Promise<boolean> =>
  Object.values(otherForms).some((form) => form.test(text)) ||
  (await (
    await loadSecretlint()
  )(text));

/**
 * Refuses texts with credentials.
 * @param texts by field name
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
