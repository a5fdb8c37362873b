/** Brings the quotes when the page is idle, into a place as high as the longest of them. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { whenConnected } from '../../browser/whenConnected.ts';
import { whenIdle } from '../../browser/whenIdle.ts';
import { from } from '../../design/theme.ts';

const QuoteBanner = lazy(() =>
  whenConnected(() => import('./QuoteBanner.tsx')).then((part) => ({ default: part.QuoteBanner })),
);

const Place = styled.div`
  min-height: 162px;
  ${from.md} {
    min-height: 115px;
  }
`;

export function QuotePlace() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  return (
    <Place>
      {wanted ? (
        <Suspense>
          <QuoteBanner />
        </Suspense>
      ) : null}
    </Place>
  );
}
