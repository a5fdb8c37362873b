/** File input with translated texts. */
import { useState, type InputHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { buttonStyles } from './Button.tsx';
import { color, radius, space, type } from './theme.ts';

const Root = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};
  border-radius: ${radius.sm};
  ${type.sm}

  /* The control itself lies over all of it, so that a file is dropped there too. */
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  output {
    min-width: 0;
    color: ${color.textMuted};
    overflow-wrap: anywhere;
  }
  &:has(input:focus-visible) {
    outline: 2px solid ${color.focusRing};
    outline-offset: 2px;
  }
`;

const Press = styled.span`
  ${buttonStyles}
`;

export interface FileInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'onChange' | 'multiple'
> {
  /** Label of the button. */
  press: string;
  /** Text beside the button before a file is chosen. */
  nothing: string;
  onFile: (file: File) => void;
}

/** Name it by a `Field` around it. */
export function FileInput({ press, nothing, onFile, ...control }: FileInputProps) {
  const [name, setName] = useState<string | null>(null);
  return (
    <Root>
      <Press aria-hidden="true">{press}</Press>
      <output htmlFor={control.id}>{name ?? nothing}</output>
      <input
        {...control}
        type="file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again, once it is mended.
          event.target.value = '';
          if (!file) return;
          setName(file.name);
          onFile(file);
        }}
      />
    </Root>
  );
}
