/** Panel with the state of the demo catalogue and the buttons that remove or load it. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { useFocusRestore } from '../../design/focusRestore.ts';
import {
  useAnswerAboutDemoMutation,
  useLoadDemoServicesMutation,
  useDemoStatusQuery,
  type DemoPartsFragment,
} from './generated.ts';
import { Panel } from './demo.styles.ts';
import { RemovalDialog } from './RemovalDialog.tsx';

/** `onChanged` is called after the catalogue changed, to reload the page. */
export function Demo({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useDemoStatusQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <Panel aria-labelledby="demo-heading">
      <h3 id="demo-heading">{t('admin.demo.title')}</h3>
      <QueryResult
        found={data && [data.demo]}
        error={error}
        failure={t('admin.loadFailed')}
        empty={null}
      />
      {data ? (
        <DemoStatus
          demo={data.demo}
          onChanged={() => {
            void refetch();
            onChanged();
          }}
        />
      ) : null}
    </Panel>
  );
}

function DemoStatus({ demo, onChanged }: { demo: DemoPartsFragment; onChanged: () => void }) {
  const { t } = useTranslation('dashboard');
  const [isAsking, setAsking] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const kept = useFocusRestore(() => status.current);
  const [load, loading] = useLoadDemoServicesMutation();
  const [answer, answering] = useAnswerAboutDemoMutation();

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    notify.dismiss('demo');
    try {
      await work();
      notify.success(done);
      onChanged();
    } catch (failure) {
      notify.error(t('admin.demo.failed'), { id: 'demo', description: failureText(failure) });
    }
  };
  const counts = [
    t('admin.demo.services', { count: demo.items }),
    t('admin.demo.people', { count: demo.people }),
  ].join(', ');
  const sentence = demo.isLoaded
    ? t('admin.demo.here', { counts })
    : demo.items > 0
      ? t('admin.demo.rest', { count: demo.items })
      : t('admin.demo.away');
  return (
    <div {...kept}>
      <p ref={status} tabIndex={-1}>
        {sentence}
      </p>
      {demo.isQuestionOpen ? (
        <Notice
          tone="warning"
          title={t('admin.demo.question')}
          actions={
            <Button
              busy={answering.loading}
              onClick={() =>
                void attempt(() => answer({ variables: { choice: 'keep' } }), t('admin.demo.kept'))
              }
            >
              {t('admin.demo.keep')}
            </Button>
          }
        >
          {t('admin.demo.questionText')}
        </Notice>
      ) : null}
      <p>
        {demo.isLoaded ? (
          <Button
            variant={demo.isQuestionOpen ? 'primary' : 'secondary'}
            onClick={() => setAsking(true)}
          >
            {t('admin.demo.remove')}
          </Button>
        ) : null}
        {!demo.isLoaded && demo.canLoad ? (
          <Button
            busy={loading.loading}
            busyLabel={t('admin.demo.loading')}
            onClick={() => void attempt(() => load(), t('admin.demo.loaded'))}
          >
            {t('admin.demo.load')}
          </Button>
        ) : null}
      </p>
      {isAsking ? (
        <RemovalDialog
          onClose={() => setAsking(false)}
          onRemoved={() => {
            // Unmounts the dialog first, so that its query is not sent again.
            flushSync(() => setAsking(false));
            onChanged();
          }}
        />
      ) : null}
    </div>
  );
}
