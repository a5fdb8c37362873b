/** Set-up page: state of each part, its settings for `.env` and a test. */
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Sections } from '../../design/Sections.ts';
import { color, radius, space, type } from '../../design/theme.ts';
import { useScrollAnchor } from '../../design/useScrollAnchor.ts';
import {
  useSetupNowQuery,
  useTestSetupPartMutation,
  type SetupNowQuery,
  type SetupState,
  type TestSetupPartMutation,
} from './generated.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

type Step = SetupNowQuery['setup']['steps'][number];
type SetupTest = TestSetupPartMutation['testSetup'];

const Lines = styled.pre`
  margin: 0;
  padding: ${space[3]};
  border-radius: ${radius.sm};
  background: ${color.surfaceSunken};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  ${type.sm}
`;

const tones: Record<SetupState, BadgeTone> = {
  done: 'success',
  untested: 'info',
  attention: 'warning',
  missing: 'neutral',
  failing: 'danger',
};

export function Setup() {
  const { t } = useTranslation(['setup', 'common']);
  const { data, error, refetch } = useSetupNowQuery({ fetchPolicy: 'cache-and-network' });
  const setup = data?.setup;
  // Answers arrive while the next button is pressed, so the buttons must not move.
  const { place, hold } = useScrollAnchor();
  const blockers = (state: SetupState) =>
    (setup?.steps ?? []).filter((step) => step.isEssential && step.state === state);
  const missing = blockers('missing');
  const open = missing.length > 0 ? missing : blockers('attention');
  const parts = open.map(({ part }) => t(`steps.parts.${part}`)).join(', ');
  return (
    <Sections>
      <section ref={place}>
        <h3>{t('steps.title')}</h3>
        <p>{t('steps.hint')}</p>
        <QueryResult
          found={setup?.steps}
          error={error}
          failure={t('steps.loadFailed')}
          onRetry={refetch}
        />
        {setup ? (
          <Notice tone={setup.isReady ? 'success' : 'warning'}>
            {setup.isReady
              ? t('steps.ready')
              : missing.length > 0
                ? t('steps.notReady', { count: missing.length, parts })
                : t('steps.needsAttention', { parts })}
          </Notice>
        ) : null}
        <RecordList>
          {setup?.steps.map((step) => (
            <StepRow key={step.part} step={step} onTried={() => void refetch()} onRendered={hold} />
          ))}
        </RecordList>
      </section>
    </Sections>
  );
}

interface StepRowProps {
  step: Step;
  onTried: () => void;
  /** Called after every rendering, before painting. */
  onRendered: () => void;
}

function StepRow({ step, onTried, onRendered }: StepRowProps) {
  const { t } = useTranslation(['setup', 'common']);
  const { language } = useLanguage();
  const [outcome, setOutcome] = useState<SetupTest | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, { loading }] = useTestSetupPartMutation();
  const { part, state, fault } = step;
  useLayoutEffect(onRendered);
  const name = t(`steps.parts.${part}`);

  const send = async () => {
    setFailure(null);
    setOutcome(null);
    try {
      const { data } = await attempt({ variables: { part } });
      setOutcome(data?.testSetup ?? null);
      onTried();
    } catch (raised) {
      setFailure(failureText(raised));
    }
  };
  return (
    <li>
      <div data-part="head">
        <strong>{name}</strong>
        {step.isEssential && state === 'missing' ? (
          <Badge tone="warning">{t('steps.essentialMissing')}</Badge>
        ) : (
          <>
            {step.isEssential ? <Badge>{t('steps.essential')}</Badge> : null}
            <Badge tone={tones[state]}>{t(`steps.states.${state}`)}</Badge>
          </>
        )}
      </div>
      <p>{t(`steps.about.${part}`)}</p>
      {fault && fault !== 'notSetUp' && !outcome ? (
        <p data-part="text">{t(`steps.faults.${fault}`)}</p>
      ) : null}
      {step.at ? (
        <p data-part="text">{t('steps.lastBackup', { when: formatDateTime(step.at, language) })}</p>
      ) : null}
      {step.count ? <p data-part="text">{t('steps.found', { amount: step.count })}</p> : null}
      {step.settings.length > 0 ? (
        <details>
          <summary>{t('steps.lines')}</summary>
          <p>{t('steps.linesHint')}</p>
          <Lines translate="no">
            {step.settings.map(({ name: setting, example }) => `${setting}=${example}`).join('\n')}
          </Lines>
          {step.returnAddress ? (
            <p data-part="text">{t('steps.returnAddress', { address: step.returnAddress })}</p>
          ) : null}
        </details>
      ) : null}
      <Bar>
        <Button
          aria-label={t('steps.tryOf', { part: name })}
          // Without its lines in .env there is nothing to ask; the other parts are in the database.
          disabled={state === 'missing' && step.settings.length > 0}
          busy={loading}
          busyLabel={t('steps.trying')}
          onClick={() => void send()}
        >
          {t('steps.try')}
        </Button>
      </Bar>
      <div role="status">
        {outcome ? <TestResult outcome={outcome} /> : null}
        {failure ? <Notice tone="warning">{failure}</Notice> : null}
      </div>
    </li>
  );
}

function TestResult({ outcome }: { outcome: SetupTest }) {
  const { t } = useTranslation('setup');
  const { part, isDone, fault, hint, found, hasAskedOutside } = outcome;
  if (!isDone) {
    return (
      <Notice tone="warning" title={t(`steps.faults.${fault ?? 'unexpected'}`)}>
        {t(`steps.next.${part}`)}
      </Notice>
    );
  }
  const hasNoSource = part === 'bookmarks' && !hasAskedOutside;
  return (
    <Notice tone="success" title={t(`steps.tried.${hasNoSource ? 'ownServices' : part}`)}>
      {found.join(', ')}
      {hint ? <p>{t(`steps.hints.${hint}`)}</p> : null}
    </Notice>
  );
}
