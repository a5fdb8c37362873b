/** Page of one loadout from top to bottom: what it is, taking it, its services, and what they may take. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { ButtonLink } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { lazyComponent, lazyDialog } from '../design/lazyComponent.tsx';
import { DataSummary } from '../features/loadouts/DataSummary.tsx';
import type { LoadoutQuery } from '../features/loadouts/generated.ts';
import { LoadoutHead } from '../features/loadouts/LoadoutHead.tsx';
import { LoadoutColleagues } from '../features/loadouts/LoadoutColleagues.tsx';
import { groupByState } from '../features/loadouts/loadoutState.ts';
import { titleOf } from '../features/loadouts/loadoutText.ts';
import { LoadoutTools } from '../features/loadouts/LoadoutTools.tsx';
import { LoadoutFollow } from '../features/loadouts/LoadoutFollow.tsx';
import { TakePanel } from '../features/loadouts/TakePanel.tsx';
import { useUndoTake } from '../features/loadouts/useTakeLoadout.ts';
import { LoadoutRoot } from '../features/loadouts/loadout.styles.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useItemDialogs } from './itemDialogs.tsx';
import { LoadoutRow } from './LoadoutRow.tsx';

const LoadoutEditor = lazyComponent(() =>
  import('../features/loadouts/LoadoutEditor.tsx').then((part) => part.LoadoutEditor),
);

const LoadoutAccessDialog = lazyDialog(() =>
  import('../features/access/LoadoutAccessDialog.tsx').then((part) => part.LoadoutAccessDialog),
);

export interface LoadoutProps {
  loadout: LoadoutQuery['loadout'];
  /** Reads it again; resolves to its newest state. */
  reload: () => Promise<LoadoutQuery['loadout'] | undefined>;
}

export function Loadout({ loadout, reload }: LoadoutProps) {
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const user = useSignedInUser();
  const [search] = useSearchParams();
  const { slots, dialog } = useItemDialogs(user.isAdmin);
  const [isRequesting, setIsRequesting] = useState(false);
  const undo = useUndoTake(loadout.id);
  const title = titleOf(loadout, language).text;
  if (search.has('edit') && loadout.mayEdit)
    return <LoadoutEditor loadout={loadout} listPath={paths.loadouts} reload={reload} />;
  // The page stays correct without the newest state, so a failure is only logged.
  const refresh = () =>
    void reload().catch((failure: unknown) => {
      console.info('The loadout could not be loaded again', failure);
    });
  const toRequest = groupByState(loadout.items).may_request.map(({ item }) => item);
  return (
    <LoadoutRoot data-columns="">
      <div>
        <LoadoutHead loadout={loadout} />
        {loadout.items.length > 0 ? (
          <TakePanel loadout={loadout} onRequest={() => setIsRequesting(true)} />
        ) : null}
        <section aria-labelledby="services">
          <div data-part="services-head">
            <h2 id="services">{t('rows')}</h2>
            <LoadoutTools loadout={loadout} listPath={paths.loadouts} />
          </div>
          {loadout.items.length > 0 ? (
            <ol data-part="rows">
              {loadout.items.map((row, place) => (
                <LoadoutRow
                  key={row.item.id}
                  row={row}
                  place={place + 1}
                  onRequestAccess={
                    slots.onRequestAccess && (() => slots.onRequestAccess?.(row.item))
                  }
                  onWrite={slots.onOpenUseCases && (() => slots.onOpenUseCases?.(row.item))}
                />
              ))}
            </ol>
          ) : (
            <EmptyState
              level={3}
              title={t('noServices')}
              actions={
                loadout.mayEdit ? (
                  <ButtonLink to="?edit" variant="primary">
                    {t('addServices')}
                  </ButtonLink>
                ) : null
              }
            >
              {loadout.mayEdit ? t('noServicesHint') : null}
            </EmptyState>
          )}
        </section>
      </div>
      <aside data-part="side">
        <DataSummary loadout={loadout} />
        <LoadoutColleagues loadout={loadout} />
        {loadout.kind === 'personal' ? null : (
          <LoadoutFollow
            id={loadout.id}
            feedsPath={`${paths.profileSettings}?loadout=${loadout.id}#feeds`}
          />
        )}
      </aside>
      {isRequesting ? (
        <LoadoutAccessDialog
          loadoutId={loadout.id}
          title={title}
          services={toRequest}
          onUndo={() => void undo()}
          onSent={refresh}
          onClose={() => setIsRequesting(false)}
        />
      ) : null}
      {dialog}
    </LoadoutRoot>
  );
}
