/** Questions whether the reader still needs access; nothing without any. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordList } from '../../design/RecordList.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import { useMyAccessReviewsQuery } from './generated.ts';
import { StillNeeded } from './StillNeeded.tsx';

export function MyAccessReviews() {
  const { t } = useTranslation('dashboard');
  const { data, refetch } = useMyAccessReviewsQuery({ fetchPolicy: 'cache-and-network' });
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);
  const open = data?.myAccessReviews.filter(({ isNeeded }) => isNeeded === null) ?? [];
  if (open.length === 0) return null;
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t('requests.stillNeeded')}
      </h3>
      <p>{t('requests.stillNeededHint')}</p>
      <RecordList {...focus.rows}>
        {open.map(({ request }) => (
          <li key={request.id}>
            <div data-part="head">
              <strong>{request.service}</strong>
            </div>
            <StillNeeded
              requestId={request.id}
              service={request.service}
              onAnswered={() => void refetch().catch(() => null)}
            />
          </li>
        ))}
      </RecordList>
    </section>
  );
}
