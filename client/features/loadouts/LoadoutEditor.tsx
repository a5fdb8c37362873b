/** Editor of a loadout: its texts, who may read it, and its services in order; services are saved at once. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { ButtonLink } from '../../design/Button.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { color, size, space, type } from '../../design/theme.ts';
import { loadoutPath } from '../../items/links.ts';
import type { EditedLoadout } from './editedLoadout.ts';
import type { LoadoutKind } from './generated.ts';
import { EditedServices } from './EditedServices.tsx';
import { LoadoutTexts } from './LoadoutTexts.tsx';
import { useLoadoutActions } from './useLoadoutActions.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[6]};
  max-width: 760px;

  form,
  section {
    display: flex;
    flex-direction: column;
    gap: ${space[4]};
  }
  h2 {
    ${type.lg}
  }
  section > p {
    color: ${color.textMuted};
    ${type.sm}
  }
  /* Stays in reach below a long list. */
  & > [data-part='done'] {
    position: sticky;
    bottom: 0;
    display: flex;
    gap: ${space[2]};
    padding-block: ${space[3]};
    border-top: 1px solid ${color.border};
    background: ${color.bg};
  }
  [data-part='done'] a {
    min-height: ${size.control};
  }
`;

export interface LoadoutEditorProps extends EditedLoadout {
  /** Path of all loadouts. */
  listPath: string;
}

const kinds = ['personal', 'team'] as const satisfies readonly LoadoutKind[];

export function LoadoutEditor({ loadout, listPath, reload }: LoadoutEditorProps) {
  const { t } = useTranslation('loadouts');
  const { setKind } = useLoadoutActions(loadout, listPath);
  return (
    <Root>
      <h1>{t('editor.edit')}</h1>
      <LoadoutTexts loadout={loadout} reload={reload} />
      {loadout.kind === 'official' ? null : (
        <RadioCards<LoadoutKind>
          legend={t('editor.kind')}
          columns={2}
          value={loadout.kind}
          onChange={setKind}
          options={kinds.map((value) => ({
            value,
            label:
              value === 'team' && loadout.company
                ? t('kinds.team', { company: loadout.company.name })
                : t(value === 'team' ? 'kinds.teamAlone' : 'kinds.personal'),
            detail: t(`editor.kindDetails.${value}`),
          }))}
        />
      )}
      <EditedServices loadout={loadout} reload={reload} />
      <div data-part="done">
        <ButtonLink to={loadoutPath(loadout.id)} variant="primary">
          {t('editor.done')}
        </ButtonLink>
      </div>
    </Root>
  );
}
