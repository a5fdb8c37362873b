/** Dialog that asks, before own bookmarks arrive, whether the demo catalogue stays. */
import { useRef, useState, type ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import {
  DemoStatusDocument,
  useAnswerAboutDemoMutation,
  type DemoChoice,
  type DemoStatusQuery,
} from './generated.ts';
import { DialogText } from './demo.styles.ts';

export interface DemoQuestion {
  /** Resolves to whether the import may start; at once without a demo or with an earlier answer. */
  ask: () => Promise<boolean>;
  dialog: ReactNode;
}

export function useDemoQuestion(): DemoQuestion {
  const client = useApolloClient();
  const [items, setItems] = useState<number | null>(null);
  const resolveAnswer = useRef<(mayStart: boolean) => void>(() => undefined);

  const ask = async (): Promise<boolean> => {
    // A failed query does not block the import.
    const { data } = await client
      .query<DemoStatusQuery>({ query: DemoStatusDocument, fetchPolicy: 'network-only' })
      .catch(() => ({ data: undefined }));
    if (!data?.demo.isLoaded || data.demo.choice !== null) return true;
    setItems(data.demo.items);
    return new Promise((resolve) => {
      resolveAnswer.current = resolve;
    });
  };
  const close = (mayStart: boolean) => {
    setItems(null);
    resolveAnswer.current(mayStart);
  };
  return {
    ask,
    dialog: items === null ? null : <QuestionDialog items={items} onClose={close} />,
  };
}

function QuestionDialog({
  items,
  onClose,
}: {
  items: number;
  onClose: (mayStart: boolean) => void;
}) {
  const { t } = useTranslation('dashboard');
  const removeButton = useRef<HTMLButtonElement>(null);
  const [answer, { loading, error }] = useAnswerAboutDemoMutation();
  const send = async (choice: DemoChoice) => {
    const { data } = await answer({ variables: { choice } }).catch(() => ({ data: null }));
    if (data) onClose(true);
  };
  return (
    <Dialog
      open
      title={t('admin.demo.question')}
      initialFocus={removeButton}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button disabled={loading} onClick={() => void send('keep')}>
            {t('admin.demo.keep')}
          </Button>
          <Button
            ref={removeButton}
            variant="primary"
            busy={loading}
            onClick={() => void send('leave')}
          >
            {t('admin.demo.leave')}
          </Button>
        </>
      }
    >
      <DialogText>
        <p>{t('admin.demo.questionIntro', { count: items })}</p>
        <p>{t('admin.demo.leaveHint')}</p>
        <p>{t('admin.demo.keepHint')}</p>
        {error ? <Notice tone="danger">{failureText(error)}</Notice> : null}
      </DialogText>
    </Dialog>
  );
}
