/** Styles of buttons, chosen by `data-variant`, `data-size` and `data-wide`. */
import { css } from 'styled-components';
import { color, radius, size, space, transition, type } from './theme.ts';

export const buttonStyles = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[2]};
  min-height: ${size.control};
  padding: 6px 14px;
  border: 1px solid ${color.control};
  border-radius: ${radius.sm};
  background: ${color.surface};
  color: ${color.text};
  ${type.sm}
  line-height: 1.4;
  font-weight: 550;
  text-align: center;
  text-decoration: none;
  ${transition('background-color', 'border-color', 'color')}

  & > svg {
    flex: none;
  }
  &:hover {
    background: ${color.surfaceHover};
  }
  &[data-size='large'] {
    min-height: ${size.controlLg};
    padding: ${space[3]} ${space[5]};
    ${type.base}
  }
  &[data-size='small'] {
    min-height: ${size.controlSmall};
    padding: ${space[1]} 11px;
  }
  &[data-wide] {
    width: 100%;
  }
  &[data-variant='primary'] {
    border-color: ${color.fill};
    background: ${color.fill};
    color: ${color.onFill};
    font-weight: 600;
  }
  &[data-variant='primary']:hover {
    border-color: ${color.fillHover};
    background: ${color.fillHover};
  }
  &[data-variant='outline'] {
    border-color: ${color.accent};
    background: transparent;
    color: ${color.accent};
    font-weight: 600;
  }
  &[data-variant='outline']:hover {
    background: ${color.surfaceHover};
  }
  &[data-variant='waiting'] {
    border-color: ${color.border};
    background: ${color.noneSoft};
    color: ${color.textMuted};
  }
  &[data-variant='ghost'] {
    border-color: transparent;
    background: transparent;
  }
  &[data-variant='ghost']:hover {
    background: ${color.surfaceHover};
  }
  &[data-variant='danger'] {
    border-color: ${color.danger};
    background: ${color.danger};
    color: ${color.textOnAccent};
  }
  &[data-variant='danger']:hover {
    border-color: ${color.dangerHover};
    background: ${color.dangerHover};
  }
  &[data-variant='dangerOutline'] {
    border-color: ${color.danger};
    color: ${color.danger};
  }
  &[data-variant='liked'] {
    border-color: ${color.ember};
    background: ${color.emberSoft};
    color: ${color.emberSoftText};
    font-weight: 600;
  }
  &[data-variant='liked']:hover {
    border-color: ${color.emberHover};
  }
  &:disabled,
  &[aria-disabled='true'] {
    cursor: not-allowed;
  }
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    border-color: ${color.border};
    background: ${color.noneSoft};
    color: ${color.textSubtle};
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  @media (forced-colors: active) {
    border-color: ButtonText;
  }
`;
