/** The question that own bookmarks raise while the demo is there: asked once, before the run that brings them. */
import { useRef, useState, type ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import {
  DemoNowDocument,
  useAnswerAboutDemoMutation,
  type DemoChoice,
  type DemoNowQuery,
} from './generated.ts';
import { DialogText } from './demo.styles.ts';

export interface DemoQuestion {
  /** Resolves to whether the work may begin; at once where there is nothing to ask. */
  ask: () => Promise<boolean>;
  dialog: ReactNode;
}

export function useDemoQuestion(): DemoQuestion {
  const client = useApolloClient();
  const [items, setItems] = useState<number | null>(null);
  const settle = useRef<(mayBegin: boolean) => void>(() => undefined);

  const ask = async (): Promise<boolean> => {
    // What cannot be read is no reason to stop: the server asks nobody.
    const { data } = await client
      .query<DemoNowQuery>({ query: DemoNowDocument, fetchPolicy: 'network-only' })
      .catch(() => ({ data: undefined }));
    if (!data?.demo.isLoaded || data.demo.choice !== null) return true;
    setItems(data.demo.items);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  };
  const close = (mayBegin: boolean) => {
    setItems(null);
    settle.current(mayBegin);
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
  onClose: (mayBegin: boolean) => void;
}) {
  const { t } = useTranslation('dashboard');
  const leave = useRef<HTMLButtonElement>(null);
  const [answer, { loading, error }] = useAnswerAboutDemoMutation();
  const send = async (choice: DemoChoice) => {
    const { data } = await answer({ variables: { choice } }).catch(() => ({ data: null }));
    if (data) onClose(true);
  };
  return (
    <Dialog
      open
      title={t('admin.demo.question')}
      initialFocus={leave}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button disabled={loading} onClick={() => void send('keep')}>
            {t('admin.demo.keep')}
          </Button>
          <Button ref={leave} variant="primary" busy={loading} onClick={() => void send('leave')}>
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
