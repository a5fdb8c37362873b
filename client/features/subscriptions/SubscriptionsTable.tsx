/** Table of subscriptions, each with its actions. */
import { useState } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Button, IconButton } from '../../design/Button.tsx';
import { DataTable } from '../../design/DataTable.ts';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { color, layout, type } from '../../design/theme.ts';
import { notify } from '../../design/notify.ts';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { dayMs, formatDay, formatShortDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useRemoveSubscriptionMutation, type SubscriptionRowFragment } from './generated.ts';
import { formatMoney } from './money.ts';
import { ServiceName, useServiceName } from './ServiceName.tsx';
import { useRenewal } from './useRenewal.ts';
import { SubscriptionDialog } from './SubscriptionDialog.tsx';

const Table = styled(DataTable)`
  td {
    white-space: normal;
  }
  th p {
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 400;
  }
  td p > span {
    padding-block: 0;
  }
  [data-part='unused'] {
    color: ${color.textMuted};
  }
  @media (min-width: ${layout.breakpoints.md}) {
    th,
    td {
      padding-inline: 8px;
    }
    [data-tone] {
      white-space: nowrap;
    }
    [data-amount] {
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
  }
  @media (max-width: calc(${layout.breakpoints.lg} - 1px)) {
    td[data-line] > div {
      flex-wrap: wrap;
      gap: 0;
    }
  }
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    td[data-part='owner'] {
      flex-basis: 100%;
    }
  }
  /* Rows of two lines where there is room. */
  @media (min-width: 1280px) {
    td,
    td p {
      white-space: nowrap;
    }
    td[data-wrap] {
      white-space: normal;
    }
    th[scope='row'] p {
      max-width: 16ch;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
`;

const Renew = styled.div`
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    margin-top: 6px;
  }
`;

const isOverdue = ({ renewsOn }: SubscriptionRowFragment, today: string): boolean =>
  renewsOn !== null && renewsOn !== undefined && renewsOn < today;

/** Days until it must be cancelled; null when that is over or not known. */
function daysToCancel(one: SubscriptionRowFragment, today: string): number | null {
  if (!one.noticeEndsOn || one.noticeEndsOn < today) return null;
  return Math.round((Date.parse(one.noticeEndsOn) - Date.parse(today)) / dayMs);
}

/** The day of the next decision. */
const nextDay = (one: SubscriptionRowFragment, today: string): string =>
  (daysToCancel(one, today) === null ? one.renewsOn : one.noticeEndsOn) ?? '9999';

/** Few enough days to warn. */
const warnDays = 7;

interface RowProps {
  one: SubscriptionRowFragment;
  withCompany: boolean;
  /** As `2026-12-31`. */
  today: string;
  isBusy: boolean;
  onRenew: (renewsOn: string) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ one, withCompany, today, isBusy, onRenew, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation(['subscriptions', 'common']);
  const { language } = useLanguage();
  const service = useServiceName()(one);
  const price = formatMoney(one.pricePerSeat, one.currency, language);
  const details = [one.plan, one.note].filter(Boolean).join('. ');
  return (
    <tr>
      <th scope="row">
        <ServiceName of={one} />
        <p title={details}>{details}</p>
        {one.knowledgeItem ? null : <p>{t('gone')}</p>}
        {one.contractUrl ? (
          <p>
            <ExternalLink href={one.contractUrl}>{t('contract')}</ExternalLink>
          </p>
        ) : null}
      </th>
      {withCompany ? (
        <td data-wrap data-label={t('table.company')}>
          {one.company.name}
        </td>
      ) : null}
      <td data-label={t('table.seats')}>
        <SeatsTaken taken={one.seatsTaken} seats={one.seats} />
      </td>
      <td data-label={t('table.cost')} data-amount="">
        {formatMoney(one.monthlyCost, one.currency, language)}
        <p>{t(`table.price.${one.period}`, { price })}</p>
      </td>
      <td data-label={t('table.renewal')}>
        {one.renewsOn ? formatShortDate(one.renewsOn, language) : t('table.noDate')}{' '}
        {one.renewsOn && isOverdue(one, today) ? (
          <>
            <Badge tone="danger">{t('table.overdue')}</Badge>
            <Renew>
              <Button
                size="small"
                aria-disabled={isBusy}
                aria-label={t('renewOf', { service })}
                onClick={() => onRenew(one.renewsOn!)}
              >
                {t('renew')}
              </Button>
            </Renew>
          </>
        ) : one.noticeEndsOn && one.noticeDays > 0 ? (
          <CancelBy day={one.noticeEndsOn} daysLeft={daysToCancel(one, today)} />
        ) : null}
      </td>
      <td data-wrap data-part="owner" data-label={t('table.owner')}>
        {one.owner?.name}
      </td>
      <td data-part="tools" data-line>
        <div>
          <IconButton
            variant="ghost"
            size="small"
            label={t('editOf', { service })}
            icon={<Pencil size={16} aria-hidden="true" />}
            onClick={onEdit}
          />
          <IconButton
            variant="ghost"
            size="small"
            label={t('removeOf', { service })}
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={onRemove}
          />
        </div>
      </td>
    </tr>
  );
}

/** Nothing to do about free seats; a full or overfull subscription is marked. */
function SeatsTaken({ taken, seats }: { taken: number; seats: number }) {
  const { t } = useTranslation('subscriptions');
  const words = t('table.taken', { taken, seats });
  if (taken === 0) return <span data-part="unused">{t('table.unused', { taken, seats })}</span>;
  if (taken < seats) return words;
  return (
    <>
      <Badge tone="warning">{words}</Badge>{' '}
      {taken > seats ? <Badge tone="warning">{t('table.over')}</Badge> : null}
    </>
  );
}

/** @param daysLeft null when the day is over */
function CancelBy({ day, daysLeft }: { day: string; daysLeft: number | null }) {
  const { t } = useTranslation('subscriptions');
  const { language } = useLanguage();
  const isNear = daysLeft !== null && daysLeft <= warnDays;
  return (
    <p>
      {t('table.cancelBy', { date: (isNear ? formatDay : formatShortDate)(day, language) })}{' '}
      {isNear ? <Badge tone="warning">{t('table.daysLeft', { count: daysLeft })}</Badge> : null}
    </p>
  );
}

export interface SubscriptionsTableProps {
  rows: readonly SubscriptionRowFragment[];
  withCompany: boolean;
  onChanged: () => void;
}

export function SubscriptionsTable({ rows, withCompany, onChanged }: SubscriptionsTableProps) {
  const { t } = useTranslation(['subscriptions', 'common']);
  const nameOf = useServiceName();
  const [editing, setEditing] = useState<SubscriptionRowFragment | null>(null);
  const [leaving, setLeaving] = useState<SubscriptionRowFragment | null>(null);
  const [remove, { loading }] = useRemoveSubscriptionMutation();
  const { renew, isBusy } = useRenewal(onChanged);
  const heading = 'subscriptions-heading';
  const focus = useFocusRestore(() => document.querySelector<HTMLElement>(`#${heading}`));
  const send = async ({ id, version }: SubscriptionRowFragment) => {
    notify.dismiss(`subscription-${id}`);
    try {
      await remove({ variables: { id, expectedVersion: version } });
      notify.success(t('removed'));
    } catch (failure) {
      notify.error(t('removeFailed'), {
        id: `subscription-${id}`,
        description: failureText(failure),
      });
    }
    setLeaving(null);
    onChanged();
  };
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const sorted = rows.toSorted((one, other) =>
    nextDay(one, today).localeCompare(nextDay(other, today)),
  );
  const columns = [
    'service',
    ...(withCompany ? (['company'] as const) : []),
    'seats',
    'cost',
    'renewal',
    'owner',
  ] as const;
  return (
    <section {...focus}>
      <VisuallyHidden as="h3" id={heading} tabIndex={-1}>
        {t('table.title')}
      </VisuallyHidden>
      <Table>
        <VisuallyHidden as="caption">{t('table.title')}</VisuallyHidden>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" data-amount={name === 'cost' ? '' : undefined}>
                {t(`table.${name}`)}
              </th>
            ))}
            <th>
              <VisuallyHidden>{t('table.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((one) => (
            <Row
              key={one.id}
              one={one}
              withCompany={withCompany}
              today={today}
              isBusy={isBusy}
              onRenew={(renewsOn) => void renew(one, renewsOn, today)}
              onEdit={() => setEditing(one)}
              onRemove={() => setLeaving(one)}
            />
          ))}
        </tbody>
      </Table>
      {editing ? (
        <SubscriptionDialog
          title={t('dialog.edit', { service: nameOf(editing) })}
          itemId={editing.knowledgeItem?.id ?? ''}
          company={editing.company.key}
          subscription={editing}
          onSaved={onChanged}
          onClose={() => setEditing(null)}
        />
      ) : null}
      <AlertDialog
        open={leaving !== null}
        title={t('removeTitle', { service: leaving ? nameOf(leaving) : '' })}
        confirmLabel={t('remove')}
        busy={loading}
        onConfirm={() => leaving && void send(leaving)}
        onCancel={() => setLeaving(null)}
      >
        {t('removeText')}
      </AlertDialog>
    </section>
  );
}
