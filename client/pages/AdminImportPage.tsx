/** /admin/import: own services come in, and the demo goes. */
import { useCallback } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { readAgain } from '../app/refetchActive.ts';
import { latePart } from '../design/lazyComponent.tsx';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { Demo } from '../features/demo/Demo.tsx';
import { useDemoQuestion } from '../features/demo/useDemoQuestion.tsx';

const Import = latePart(() => import('../features/import/Import.tsx').then((part) => part.Import));
const TagNames = latePart(() =>
  import('../features/curation/TagNames.tsx').then((part) => part.TagNames),
);
const PastImports = latePart(() =>
  import('../features/import/PastImports.tsx').then((part) => part.PastImports),
);

export function AdminImportPage() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const demo = useDemoQuestion();
  const onChanged = useCallback(() => void readAgain(client), [client]);
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.import')}</VisuallyHidden>
      <Import
        confirmStart={demo.ask}
        onChanged={onChanged}
        next={<TagNames onNamed={onChanged} />}
      />
      <PastImports onChanged={onChanged} />
      <Demo onChanged={onChanged} />
      {demo.dialog}
    </>
  );
}
