/** Placeholder as high as the longest quote, which loads the banner lazily. */
import { styled } from 'styled-components';
import { optionalLazyComponent } from '../../design/lazyComponent.tsx';
import { from } from '../../design/theme.ts';

const QuoteBanner = optionalLazyComponent(() =>
  import('./QuoteBanner.tsx').then((part) => part.QuoteBanner),
);

const Slot = styled.div`
  min-height: 162px;
  ${from.md} {
    min-height: 115px;
  }
`;

export const QuoteSlot = () => (
  <Slot>
    <QuoteBanner />
  </Slot>
);
