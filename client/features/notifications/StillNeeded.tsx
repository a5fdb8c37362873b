/** Question whether the reader still needs the access that they hold, answered with one press. */
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { useAnswerAccessReviewMutation } from './generated.ts';

export interface StillNeededProps {
  /** Id of the access request. */
  requestId: string;
  service: string;
  onAnswered: () => void;
}

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
        disabled={loading}
        aria-label={t('stillNeeded.yesOf', { service })}
        onClick={() => void send(true)}
      >
        {t('stillNeeded.yes')}
      </Button>
      <Button
        size="small"
        disabled={loading}
        aria-label={t('stillNeeded.noOf', { service })}
        onClick={() => void send(false)}
      >
        {t('stillNeeded.no')}
      </Button>
    </Bar>
  );
}
