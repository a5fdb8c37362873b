/** Inline notice, and a banner over the whole page. */
import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { styled } from 'styled-components';
import { radius, space, type, softToneByData, type SoftTone } from './theme.ts';

export type NoticeTone = Exclude<SoftTone, 'accent' | 'ember'>;

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: ${space[2]} ${space[3]};
  padding: ${space[3]} ${space[4]};
  border: 1px solid transparent;
  border-radius: ${radius.sm};
  ${type.sm}
  ${softToneByData}

  & > svg {
    flex: none;
    margin-top: 1px;
  }
  strong {
    display: block;
  }
  a {
    color: inherit;
  }
  code {
    display: block;
    overflow-wrap: anywhere;
  }
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
`;

const Words = styled.div`
  flex: 1 1 200px;
  min-width: 0;
`;

/** Buttons wrap together. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]} ${space[3]};
  align-self: center;
  margin-block: calc(-1 * ${space[1]});

  &:empty {
    display: none;
  }
`;

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export interface NoticeProps {
  /** Default `info`. A `danger` notice is announced at once. */
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons at its end. */
  actions?: ReactNode;
}

export function Notice({ tone = 'info', title, children, actions }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <Root data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon size={20} aria-hidden="true" />
      <Words>
        {title ? <strong>{title}</strong> : null}
        {children}
      </Words>
      {actions ? <Actions>{actions}</Actions> : null}
    </Root>
  );
}

const Strip = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[1]} ${space[3]};
  min-height: ${space[10]};
  padding: ${space[2]} var(--gutter);
  border-bottom: 1px solid transparent;
  ${type.sm}
  font-weight: 600;
  ${softToneByData}
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
`;

/** A slim line over the whole width: no connection, a new version. */
export function Banner({ tone = 'info', children, actions }: Omit<NoticeProps, 'title'>) {
  return (
    <Strip data-tone={tone} role="status">
      <span>{children}</span>
      {actions}
    </Strip>
  );
}
