/** Services of a loadout in the editor: their order, what they are for, and the search for another one. */
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { color, from, radius, space, type } from '../../design/theme.ts';
import * as limits from '../../limits/generated.ts';
import type { EditedLoadout } from './editedLoadout.ts';
import { EditedService } from './EditedService.tsx';
import { ServicePicker } from './ServicePicker.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useReasonChange } from './useReasonChange.ts';
import { useServiceChanges } from './useServiceChanges.ts';

const List = styled.ol`
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  &:empty {
    display: none;
  }
  & > li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) auto;
    gap: ${space[1]} ${space[2]};
    align-items: center;
    padding: 10px ${space[3]};
  }
  & > li + li {
    border-top: 1px solid ${color.hair};
  }
  & > [data-dragged] {
    background: ${color.surfaceHover};
    box-shadow: var(--shadow-raised);
  }
  [data-part='handle'] {
    display: grid;
    place-items: center;
    align-self: stretch;
    color: ${color.textSubtle};
    cursor: grab;
    touch-action: none;
  }
  [data-dragged] [data-part='handle'] {
    cursor: grabbing;
  }
  strong {
    min-width: 0;
    overflow-wrap: anywhere;
    ${type.base}
    font-weight: 600;
  }
  [data-part='buttons'] {
    display: flex;
  }
  [data-part='reason'] {
    grid-column: 1 / -1;
  }
  ${from.md} {
    [data-part='reason'] {
      grid-column: 2 / -1;
    }
  }
`;

export function EditedServices({ loadout, reload }: EditedLoadout) {
  const { t } = useTranslation('loadouts');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const changes = useServiceChanges({
    loadout,
    onRowLost: () => heading.current?.focus(),
  });
  const { list, order, dragged, onPointerDown } = useDragOrder(changes.ids, changes.move);
  const setReason = useReasonChange({ loadout, reload, whenIdle: changes.whenIdle });
  const rowOf = new Map(loadout.items.map((row) => [row.item.id, row]));
  const shown = order ?? changes.ids;
  const isFull = loadout.items.length >= limits.loadoutItems;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t('editor.services')}
      </h2>
      <p>{t(loadout.items.length > 0 ? 'editor.servicesHint' : 'editor.noServices')}</p>
      <List ref={list}>
        {shown.map((itemId, place) => {
          const row = rowOf.get(itemId);
          return row ? (
            <EditedService
              key={itemId}
              row={row}
              loadoutId={loadout.id}
              isDragged={dragged === itemId}
              isFirst={place === 0}
              isLast={place === shown.length - 1}
              onGrab={(event) => onPointerDown(itemId, event)}
              onMove={(by) => changes.move(itemId, place + by)}
              onRemove={() => changes.remove(itemId)}
              onReason={setReason}
            />
          ) : null;
        })}
      </List>
      {isFull ? (
        <p>{t('editor.full', { limit: limits.loadoutItems })}</p>
      ) : (
        <ServicePicker taken={changes.ids} onChoose={changes.add} />
      )}
    </section>
  );
}
