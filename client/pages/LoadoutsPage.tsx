/** Loadouts at /loadouts: official ones of the reader's company first, by discipline, and the reader's own. */
import { useState } from 'react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { Button, ButtonLink } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { lazyDialog } from '../design/lazyComponent.tsx';
import { SegmentedControl } from '../design/SegmentedControl.tsx';
import { Select } from '../design/Select.tsx';
import { color, from, space } from '../design/theme.ts';
import { LoadoutList } from '../features/loadouts/LoadoutList.tsx';
import type { Discipline } from '../features/loadouts/generated.ts';
import { useDisciplines } from '../features/loadouts/DisciplineSelect.tsx';
import { paths } from '../app/paths.ts';

const NewLoadoutDialog = lazyDialog(() =>
  import('../features/loadouts/NewLoadoutDialog.tsx').then((part) => part.NewLoadoutDialog),
);

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};

  [data-part='intro'] p {
    max-width: 66ch;
    margin-top: ${space[2]};
    color: ${color.textMuted};
  }
  [data-part='tools'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
  }
  @media (max-width: 767px) {
    [data-part='tools'] > span {
      flex: 1 1 160px;
      min-width: 0;
    }
  }
  ${from.md} {
    [data-part='tools'] > :last-child {
      margin-inline-start: auto;
    }
  }
`;

/** Filters in the address: `?mine`, `?discipline=qa`. */
function useFilters(known: readonly { discipline: Discipline }[]) {
  const [params, setParams] = useSearchParams();
  const word = params.get('discipline');
  return {
    isMine: params.has('mine'),
    discipline: known.find(({ discipline }) => discipline === word)?.discipline ?? null,
    /** A word of the address whose meaning has not loaded yet. */
    isUnclear: word !== null && known.length === 0,
    change(name: 'mine' | 'discipline', value: string | null) {
      const next = new URLSearchParams(params);
      if (value === null) next.delete(name);
      else next.set(name, value);
      setParams(next);
    },
    reset: () => setParams({}),
  };
}

export function LoadoutsPage() {
  const { t } = useTranslation(['loadouts', 'common']);
  const disciplines = useDisciplines();
  const { isMine, discipline, isUnclear, change, reset } = useFilters(disciplines.all);
  const [isMaking, setIsMaking] = useState(false);
  const make = (
    <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setIsMaking(true)}>
      {t('new')}
    </Button>
  );
  const empty = () => {
    if (isMine)
      return (
        <EmptyState
          title={t('emptyMine')}
          actions={
            <>
              {make}
              <ButtonLink to={paths.profileItems}>{t('fromMyServices')}</ButtonLink>
            </>
          }
        >
          {t('emptyMineHint')}
        </EmptyState>
      );
    if (discipline)
      return (
        <EmptyState
          title={t('emptyDiscipline')}
          actions={<Button onClick={reset}>{t('showAll')}</Button>}
        />
      );
    return (
      <EmptyState title={t('empty')} actions={make}>
        {t('emptyHint')}
      </EmptyState>
    );
  };
  return (
    <Page>
      <div data-part="intro">
        <h1>{t('common:screens.loadouts')}</h1>
        <p>{t('lead')}</p>
      </div>
      <div data-part="tools" data-no-print="">
        <SegmentedControl
          label={t('filters')}
          value={isMine ? 'mine' : 'all'}
          options={[
            { value: 'all', label: t('all') },
            { value: 'mine', label: t('mine') },
          ]}
          onChange={(value) => change('mine', value === 'mine' ? '' : null)}
        />
        <Select
          aria-label={t('discipline')}
          value={discipline ?? 'any'}
          options={[
            { value: 'any', label: t('anyDiscipline') },
            ...disciplines.all.map(({ discipline: value, name }) => ({ value, label: name })),
          ]}
          onChange={(value) => change('discipline', value === 'any' ? null : value)}
        />
        {make}
      </div>
      <LoadoutList
        key={`${isMine} ${discipline}`}
        discipline={discipline}
        isMine={isMine}
        isWaiting={isUnclear && !disciplines.error}
        nameOf={disciplines.nameOf}
        empty={empty()}
      />
      {isMaking ? <NewLoadoutDialog onClose={() => setIsMaking(false)} /> : null}
    </Page>
  );
}
