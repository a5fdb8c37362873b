/** Status of a service for the reader, and its stage beside it; a press shows which data may go in. */
import type { ReactNode, Ref } from 'react';
import { Ban, Check, CircleAlert, CircleDashed, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { color, type } from '../design/theme.ts';
import { useLazyMenu } from '../design/useLazyMenu.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import type { ApprovalStatus, ServiceStage } from '../generated.ts';
import { loadTexts } from '../i18n/loadTexts.ts';

const looks: Record<ApprovalStatus, { icon: LucideIcon; ground: string; ink: string }> = {
  approved: { icon: Check, ground: color.accentSoft, ink: color.accentSoftText },
  with_conditions: { icon: CircleAlert, ground: color.warningSoft, ink: color.warningSoftText },
  under_review: { icon: Clock, ground: color.infoSoft, ink: color.infoSoftText },
  not_decided: { icon: CircleDashed, ground: color.noneSoft, ink: color.noneText },
  not_allowed: { icon: Ban, ground: color.dangerSoft, ink: color.dangerSoftText },
};

const pillStyles = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 5px;
  height: 24px;
  padding: 0 9px 0 7px;
  border: 0;
  border-radius: 6px;
  ${type.xs}
  font-weight: 600;
  white-space: nowrap;

  &[data-status='not_decided'] {
    box-shadow: inset 0 0 0 1px ${color.border};
  }
  svg {
    flex: none;
  }
  ${Object.entries(looks).map(
    ([status, { ground, ink }]) => css`
      &[data-status='${status}'] {
        background: ${ground};
        color: ${ink};
      }
    `,
  )}
  @media (forced-colors: active) {
    outline: 1px solid CanvasText;
  }
  @media print {
    display: inline-flex !important;
  }
`;

const Label = styled.span`
  ${pillStyles}
`;

const Root = styled.button`
  ${pillStyles}
  position: relative;

  /* As high as a finger, without room in the line. */
  &::after {
    content: '';
    position: absolute;
    inset: -8px 0;
  }
  &:hover {
    filter: brightness(0.97);
  }
`;

interface StatusButtonProps {
  status: ApprovalStatus;
  ref?: Ref<HTMLButtonElement>;
}

function Inside({ status, children }: { status: ApprovalStatus; children?: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const Icon = looks[status].icon;
  return (
    <>
      <Icon size={14} strokeWidth={2.4} aria-hidden="true" />
      {t(`status.${status}`)}
      {children}
    </>
  );
}

/** The button, the same before and after its popover is loaded. */
function StatusButton({ status, ...rest }: StatusButtonProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Root type="button" data-status={status} {...rest}>
      <Inside status={status}>
        <VisuallyHidden>{`, ${t('status.details')}`}</VisuallyHidden>
      </Inside>
    </Root>
  );
}

const loadPopover = () =>
  Promise.all([import('./StatusPopover.tsx'), loadTexts('service')]).then(
    ([part]) => part.StatusPopover,
  );

interface StatusPillProps {
  /** Without it the status is a label, for a table that shows the rules beside it. */
  itemId?: string;
  status: ApprovalStatus;
  /** The id of what names the service. */
  titleId?: string;
}

export function StatusPill({ itemId, status, titleId }: StatusPillProps) {
  const { opened, buttonProps } = useLazyMenu(loadPopover, 'dialog');
  const described = titleId ? { 'aria-describedby': titleId } : {};
  if (itemId === undefined) {
    return (
      <Label data-status={status}>
        <Inside status={status} />
      </Label>
    );
  }
  return opened ? (
    <opened.Menu
      itemId={itemId}
      firstPress={opened.firstPress}
      trigger={<StatusButton status={status} {...described} />}
    />
  ) : (
    <StatusButton status={status} {...described} {...buttonProps} />
  );
}

/** Stage of a service in the reader's company, beside its status; nothing for one that is only listed. */
export function StageName({ stage }: { stage: { stage: ServiceStage } | null }) {
  const { t } = useTranslation('dashboard');
  if (!stage || stage.stage === 'listed') return null;
  return <span data-part="stage">{t(`stage.names.${stage.stage}`)}</span>;
}
