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
import { Dialog } from '../../design/Dialog.tsx';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  useAnswerAboutDemoMutation,
  useLoadDemoServicesMutation,
  useDemoStatusQuery,
  useDemoRemovalPreviewQuery,
  useRemoveDemoServicesMutation,
  type DemoPartsFragment,
  type DemoRemovalCountsFragment,
  type DemoUsedServiceFragment,
} from './generated.ts';
import { Panel, DialogText } from './demo.styles.ts';

interface Props {
  onClose: () => void;
  onRemoved: () => void;
}

/** Dialog that lists the effects of removing the demo catalogue and confirms it. */
function RemovalDialog({ onClose, onRemoved }: Props) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { data, error } = useDemoRemovalPreviewQuery({ fetchPolicy: 'network-only' });
  const [remove, { loading, error: failure }] = useRemoveDemoServicesMutation();

  const confirm = async () => {
    const { data: answer } = await remove().catch(() => ({ data: null }));
    if (!answer) return;
    notify.success(t('admin.demo.removed'), {
      description: t('admin.demo.removedHint'),
    });
    onRemoved();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('admin.demo.removeTitle')}
      initialFocus="heading"
      footer={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button
            variant="danger"
            disabled={!data}
            busy={loading}
            busyLabel={t('admin.demo.removing')}
            onClick={() => void confirm()}
          >
            {t('admin.demo.remove')}
          </Button>
        </>
      }
    >
      <QueryResult
        found={data && [data.demoRemoval]}
        error={error}
        failure={t('admin.loadFailed')}
        empty={null}
      />
      {data ? <RemovalSummary removal={data.demoRemoval} /> : null}
      {failure ? <Notice tone="danger">{failureText(failure)}</Notice> : null}
    </Dialog>
  );
}

function RemovalSummary({ removal }: { removal: DemoRemovalCountsFragment }) {
  const { t } = useTranslation('dashboard');
  const { movedItems: moves, remainingItems: stays } = removal;
  const going = [
    t('admin.demo.services', { count: removal.items }),
    t('admin.demo.people', { count: removal.people }),
    t('admin.demo.cases', { count: removal.useCases }),
    t('admin.demo.likes', { count: removal.likes }),
    t('admin.demo.reports', { count: removal.complaints }),
  ].join(', ');
  return (
    <DialogText>
      <p>{t('admin.demo.goes', { what: going })}</p>
      {removal.peopleStaying > 0 ? (
        <p>{t('admin.demo.peopleStay', { count: removal.peopleStaying })}</p>
      ) : null}
      {removal.suspendedLikes > 0 ? (
        <p>{t('admin.demo.aside', { count: removal.suspendedLikes })}</p>
      ) : null}
      {moves.length > 0 ? <AffectedItems heading={t('admin.demo.moves')} items={moves} /> : null}
      {stays.length > 0 ? <AffectedItems heading={t('admin.demo.stays')} items={stays} /> : null}
      <p>{t('admin.demo.safe')}</p>
    </DialogText>
  );
}

function AffectedItems({
  heading,
  items,
}: {
  heading: string;
  items: readonly DemoUsedServiceFragment[];
}) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const workOn = (item: DemoUsedServiceFragment): string =>
    [
      item.likes > 0 && t('admin.demo.likes', { count: item.likes }),
      item.useCases > 0 && t('admin.demo.cases', { count: item.useCases }),
      item.complaints > 0 && t('admin.demo.reports', { count: item.complaints }),
      item.accessRequests > 0 && t('admin.demo.requests', { count: item.accessRequests }),
      item.hasNotes && t('admin.demo.notes'),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <section>
      <h3>{heading}</h3>
      <ul>
        {items.map((item) => {
          const title = chooseText(item.titleRu, item.titleEn, language);
          return (
            <li key={item.id}>
              <span lang={title.language}>{title.text}</span>
              <small>{workOn(item)}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

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
