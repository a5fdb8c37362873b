/** The quotes in a place as high as the longest of them. */
import { styled } from 'styled-components';
import { optionalLazyComponent } from '../../design/lazyComponent.tsx';
import { from } from '../../design/theme.ts';

const QuoteBanner = optionalLazyComponent(() =>
  import('./QuoteBanner.tsx').then((part) => part.QuoteBanner),
);

const Place = styled.div`
  min-height: 162px;
  ${from.md} {
    min-height: 115px;
  }
`;

export const QuotePlace = () => (
  <Place>
    <QuoteBanner />
  </Place>
);
