/** Questions whether the reader still needs access; nothing without any. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordList } from '../../design/RecordList.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { useMyAccessReviewsQuery, useAnswerAccessReviewMutation } from './generated.ts';

interface StillNeededProps {
  /** Id of the access request. */
  requestId: string;
  service: string;
  onAnswered: () => void;
}

/** Question whether the reader still needs the access that they hold, answered with one press. */
export function StillNeeded({ requestId, service, onAnswered }: StillNeededProps) {
  const { t } = useTranslation('notifications');
  const [answer, { loading }] = useAnswerAccessReviewMutation();
  const send = async (isNeeded: boolean) => {
    const id = `still-needed-${requestId}`;
    notify.dismiss(id);
    try {
      await answer({ variables: { requestId, isNeeded } });
      notify.success(t(isNeeded ? 'stillNeeded.keeps' : 'stillNeeded.leaves'));
    } catch (failure) {
      notify.error(t('stillNeeded.failed'), { id, description: failureText(failure) });
    }
    onAnswered();
  };
  return (
    <Bar>
      <Button
        size="small"
        variant="primary"
        aria-disabled={loading}
        aria-label={t('stillNeeded.yesOf', { service })}
        onClick={() => void send(true)}
      >
        {t('stillNeeded.yes')}
      </Button>
      <Button
        size="small"
        aria-disabled={loading}
        aria-label={t('stillNeeded.noOf', { service })}
        onClick={() => void send(false)}
      >
        {t('stillNeeded.no')}
      </Button>
    </Bar>
  );
}

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
