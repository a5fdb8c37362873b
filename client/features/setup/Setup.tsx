/** Set-up page: state of each part, its settings for `.env` and a test. */
import { useLayoutEffect, useState, useCallback, useRef, type RefObject } from 'react';
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
import { color, font, from, radius, space, type } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  useSetupNowQuery,
  useTestSetupPartMutation,
  type SetupNowQuery,
  type SetupState,
  type TestSetupPartMutation,
} from './generated.ts';

/** Controls whose position is kept. */
const pressed = 'button, summary';

const isUnderPointer = (element: Element) => element.matches(':hover');
const hasFocus = (element: Element) => element === document.activeElement;

interface ScrollAnchor {
  /** Ref of the element around the rows. */
  place: RefObject<HTMLElement | null>;
  /** Called in a layout effect of each row, so that no press can come between. */
  hold: () => void;
}

/**
 * Scrolls the page by the distance that the button under the pointer, or the focused one, moves when the container changes its
 * height.
 */
function useScrollAnchor(): ScrollAnchor {
  const place = useRef<HTMLElement>(null);
  /** Last positions, from the top of the container. */
  const known = useRef(new Map<Element, number>());
  const hold = useCallback(() => {
    const around = place.current;
    if (!around) return;
    const before = known.current;
    const start = around.getBoundingClientRect().top;
    const buttons = [...around.querySelectorAll(pressed)];
    const topOf = (one: Element) => one.getBoundingClientRect().top - start;
    known.current = new Map(buttons.map((one) => [one, topOf(one)]));
    const held = buttons.find(isUnderPointer) ?? buttons.find(hasFocus);
    const from = held && before.get(held);
    const to = held && known.current.get(held);
    if (from === undefined || to === undefined || from === to) return;
    const wasInSight = start + from >= 0 && start + from < window.innerHeight;
    if (wasInSight) window.scrollBy({ top: to - from, behavior: 'instant' });
  }, []);

  useLayoutEffect(() => {
    if (!place.current) return undefined;
    // The browser's own scroll anchoring would scroll a second time.
    const root = document.documentElement.style;
    root.overflowAnchor = 'none';
    // Covers changes without a rendering: opened details, a resized window.
    const watch = new ResizeObserver(hold);
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      root.overflowAnchor = '';
    };
  }, [hold]);
  return { place, hold };
}

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

const StepList = styled(RecordList)`
  --columns: minmax(0, 1.3fr) minmax(0, 2.6fr) auto auto;

  [data-part='about'] p + p {
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='badges'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]};
  }
  [data-below] > * + * {
    margin-top: ${space[2]};
  }
  && > li > [data-below]:not(:has(> p, > [role='status'] > *)) {
    margin-block: 0;
  }
  code {
    padding: 1px ${space[1]};
    border-radius: ${radius.xs};
    background: ${color.surfaceSunken};
    font-family: ${font.mono};
    ${type.xs}
  }
  ${from.lg} {
    && > li {
      padding-block: 10px;
    }
    [data-part='badges'] {
      justify-content: flex-end;
    }
  }
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
        <VisuallyHidden as="h3">{t('steps.title')}</VisuallyHidden>
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
        <StepList data-columns="">
          {setup?.steps.map((step) => (
            <StepRow key={step.part} step={step} onTried={() => void refetch()} onRendered={hold} />
          ))}
        </StepList>
        <p>{t('steps.hint')}</p>
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
  const [isOpen, setOpen] = useState(false);
  const [attempt, { loading }] = useTestSetupPartMutation();
  const { part, state, fault } = step;
  useLayoutEffect(onRendered);
  const name = t(`steps.parts.${part}`);
  const notes = [
    fault && fault !== 'notSetUp' && !outcome && t(`steps.faults.${fault}`),
    step.at && t('steps.lastBackup', { when: formatDateTime(step.at, language) }),
    step.count && t('steps.found', { amount: step.count }),
  ].filter(Boolean);

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
      <strong>{name}</strong>
      <div data-part="about">
        <p>
          {t(`steps.about.${part}`)
            .split('`')
            .map((text, place) => (place % 2 === 1 ? <code key={text}>{text}</code> : text))}
        </p>
        {notes.length > 0 ? <p>{notes.join(' ')}</p> : null}
      </div>
      <div data-part="badges">
        {step.isEssential && state === 'missing' ? (
          <Badge tone="warning">{t('steps.essentialMissing')}</Badge>
        ) : (
          <>
            {step.isEssential ? <Badge>{t('steps.essential')}</Badge> : null}
            <Badge tone={tones[state]}>{t(`steps.states.${state}`)}</Badge>
          </>
        )}
      </div>
      <Bar>
        {step.settings.length > 0 ? (
          <Button
            aria-expanded={isOpen}
            aria-label={t('steps.linesOf', { part: name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('steps.lines')}
          </Button>
        ) : null}
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
      <div data-below="">
        {isOpen ? <SettingLines step={step} /> : null}
        <div role="status">
          {outcome ? <TestResult outcome={outcome} /> : null}
          {failure ? <Notice tone="warning">{failure}</Notice> : null}
        </div>
      </div>
    </li>
  );
}

function SettingLines({ step: { settings, returnAddress } }: { step: Step }) {
  const { t } = useTranslation('setup');
  return (
    <>
      <p>{t('steps.linesHint')}</p>
      <Lines translate="no">
        {settings.map(({ name, example }) => `${name}=${example}`).join('\n')}
      </Lines>
      {returnAddress ? (
        <p data-part="text">{t('steps.returnAddress', { address: returnAddress })}</p>
      ) : null}
    </>
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
