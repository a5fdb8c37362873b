/** Styles of the audit log. */
import { styled } from 'styled-components';
import { RecordList } from '../../design/RecordList.tsx';
import { color, from, layout, space, type } from '../../design/theme.ts';

/** One line for each change: when, what, about whom, old and new value, by whom. */
export const Log = styled(RecordList)`
  --columns: minmax(84px, auto) minmax(110px, 1fr) minmax(130px, 1fr) minmax(0, 2.2fr) auto auto;

  & > li > time,
  & > li > span {
    color: ${color.textMuted};
    ${type.xs}
  }
  @media (max-width: calc(${layout.breakpoints.lg} - 1px)) {
    && > [data-part='columns'] {
      display: none;
    }
    && > [data-part='columns'] + li {
      border-top: 0;
    }
    && > li:not([data-part]) {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 2px ${space[3]};
    }
    && > li > * {
      grid-column: 1 / -1;
      margin-top: 0;
    }
    && > li > strong {
      grid-row: 1;
      grid-column: 1;
    }
    && > li > time {
      grid-row: 1;
      grid-column: 2;
      line-height: 24px;
      text-align: end;
    }
    && > li > span {
      grid-row: 2;
      grid-column: 1;
    }
    && > li > [data-part='actor'] {
      grid-column: 2;
      text-align: end;
    }
  }
  ${from.lg} {
    & > li > span {
      color: ${color.text};
    }
    & > li > [data-part='actor'],
    & > [data-part='columns'] > span {
      color: ${color.textMuted};
    }
    && > [data-part='columns'] {
      min-height: 32px;
      font-weight: 600;
    }
    && > [data-part='columns'] + li {
      border-top: 1px solid ${color.border};
    }
    /* The column says it. */
    & > li > [data-part='actor'] > span {
      display: none;
    }
  }
`;

/** Old and new value. */
export const Change = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[2]};
  ${type.sm}
  overflow-wrap: anywhere;
  white-space: pre-line;

  del {
    color: ${color.textMuted};
    text-decoration: none;
  }
  ins {
    text-decoration: none;
  }
`;
