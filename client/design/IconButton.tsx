/** Square icon button; its name is the tooltip. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { buttonStyles } from './button.styles.ts';
import { size } from './theme.ts';

const Root = styled.button`
  ${buttonStyles}
  width: ${size.control};
  height: ${size.control};
  padding: 0;
  flex: none;

  &[data-size='small'] {
    width: ${size.controlSmall};
    height: ${size.controlSmall};
    padding: 0;
  }
`;

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The accessible name. */
  label: string;
  icon: ReactNode;
  /** Default `secondary`. */
  variant?: 'secondary' | 'ghost';
  size?: 'small';
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'secondary', size: height, ...rest } = props;
  return (
    <Root
      type="button"
      aria-label={label}
      title={label}
      data-variant={variant}
      data-size={height}
      {...rest}
    >
      {icon}
    </Root>
  );
}
