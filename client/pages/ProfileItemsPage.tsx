/** Services that the reader uses, at /profile/knowledge, and the way to make a loadout of them. */
import { useState } from 'react';
import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { Button } from '../design/Button.tsx';
import { lazyDialog } from '../design/lazyComponent.tsx';
import { space } from '../design/theme.ts';
import { LikedItems } from '../features/catalogue/LikedItems.tsx';
import { useLikedKnowledgeQuery } from '../items/generated.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { useCardSlots } from './useCardSlots.tsx';

const NewLoadoutDialog = lazyDialog(() =>
  Promise.all([import('../features/loadouts/NewLoadoutDialog.tsx'), loadTexts('loadouts')]).then(
    ([part]) => part.NewLoadoutDialog,
  ),
);

const Tools = styled.div`
  margin-bottom: ${space[4]};
`;

export function ProfileItemsPage() {
  const { t } = useTranslation(['common', 'dashboard']);
  const { slots, dialog } = useCardSlots(useSignedInUser());
  const { data } = useLikedKnowledgeQuery({ fetchPolicy: 'cache-only' });
  const used = data?.likedKnowledge ?? [];
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      {used.length > 0 ? (
        <Tools data-no-print="">
          <Button icon={<Layers size={16} aria-hidden="true" />} onClick={() => setIsMaking(true)}>
            {t('dashboard:makeLoadout')}
          </Button>
        </Tools>
      ) : null}
      <LikedItems slots={slots} catalogue={paths.dashboard} />
      {isMaking ? <NewLoadoutDialog services={used} onClose={() => setIsMaking(false)} /> : null}
      {dialog}
    </>
  );
}
