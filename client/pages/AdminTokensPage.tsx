/** /admin/tokens: keys of other tools, and where such tools are told of what happens. */
import { useTranslation } from 'react-i18next';
import { latePart } from '../design/lazyComponent.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Tokens } from '../features/tokens/Tokens.tsx';

const Webhooks = latePart(() =>
  import('../features/webhooks/Webhooks.tsx').then((part) => part.Webhooks),
);

export function AdminTokensPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.tokens')}</VisuallyHidden>
      <Tokens />
      <Webhooks />
    </>
  );
}
