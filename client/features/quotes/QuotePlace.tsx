/** Brings the quotes when the page is idle, into a place as high as the longest of them. */
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { whenIdle } from '../../browser/whenIdle.ts';
import { quietPart } from '../../design/latePart.tsx';
import { from } from '../../design/theme.ts';

const QuoteBanner = quietPart(() => import('./QuoteBanner.tsx').then((part) => part.QuoteBanner));

const Place = styled.div`
  min-height: 162px;
  ${from.md} {
    min-height: 115px;
  }
`;

export function QuotePlace() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  return <Place>{wanted ? <QuoteBanner /> : null}</Place>;
}
