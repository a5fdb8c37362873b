/** Services that employees propose: an admin adds one, or declines it with a word. */
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { TextArea } from '../../design/TextInput.tsx';
import { useRowFocus } from '../../design/useRowFocus.ts';
import {
  useDeclineProposalMutation,
  useOpenProposalsQuery,
  type OpenProposalsQuery,
} from '../../generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemTexts.ts';
import { servicePath } from '../../items/serviceLink.ts';
import { limits } from '../../limits/generated.ts';

type Proposal = OpenProposalsQuery['proposals'][number];

/** Where a service is added, with the address filled in. */
const addingOf = ({ id, address }: Proposal): string =>
  `/admin/services?${new URLSearchParams({ address, proposal: id }).toString()}`;

interface DeclineProps {
  proposal: Proposal;
  onDeclined: () => Promise<unknown>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function DeclineDialog({ proposal, onDeclined, returnFocus, onClose }: DeclineProps) {
  const { t } = useTranslation('dashboard');
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [decline, { loading }] = useDeclineProposalMutation();
  const isTooLong = answer.length > limits.proposalAnswer;
  const send = async () => {
    setFailure(null);
    try {
      await decline({ variables: { id: proposal.id, answer: answer.trim() } });
      await onDeclined();
    } catch (raised) {
      setFailure(failureText(raised));
      return;
    }
    notify.success(t('admin.proposals.declined'));
    onClose();
  };
  return (
    <FormDialog
      title={t('admin.proposals.declineOf', { address: proposal.address })}
      dirty={answer.trim() !== ''}
      missing={answer.trim() === '' ? t('admin.proposals.answerFirst') : null}
      invalid={isTooLong}
      busy={loading}
      sendLabel={t('admin.proposals.decline')}
      failure={failure}
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={t('admin.proposals.answer')}
        hint={t('admin.proposals.answerHint')}
        required
        counter={{ used: answer.length, limit: limits.proposalAnswer }}
        error={isTooLong ? t('useCases.tooLong', { limit: limits.proposalAnswer }) : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

export function OpenProposals() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, error, refetch } = useOpenProposalsQuery({ fetchPolicy: 'cache-and-network' });
  const [declining, setDeclining] = useState<Proposal | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t('admin.proposals.title')}
      </h3>
      <p>{t('admin.proposals.hint')}</p>
      <QueryResult
        found={data?.proposals}
        error={error}
        failure={t('admin.loadFailed')}
        empty={<p>{t('admin.proposals.empty')}</p>}
      />
      <RecordList {...focus.rows}>
        {data?.proposals.map((one) => (
          <li key={one.id}>
            <div data-part="head">
              <strong>
                <ExternalLink href={one.address}>{one.address}</ExternalLink>
              </strong>
            </div>
            {one.comment ? <p data-part="text">{one.comment}</p> : null}
            {one.known ? (
              <p>
                {t('admin.proposals.known')}{' '}
                <Link to={servicePath(one.known.id)}>{getTitle(one.known, language).text}</Link>
              </p>
            ) : null}
            <small>
              {[one.proposer?.name, formatDate(one.createdAt, language)]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <Bar>
              <ButtonLink
                to={addingOf(one)}
                aria-label={t('admin.proposals.addOf', { address: one.address })}
              >
                {t('admin.proposals.add')}
              </ButtonLink>
              <Button
                aria-label={t('admin.proposals.declineOf', { address: one.address })}
                onClick={() => setDeclining(one)}
              >
                {t('admin.proposals.decline')}
              </Button>
            </Bar>
          </li>
        ))}
      </RecordList>
      {declining ? (
        <DeclineDialog
          proposal={declining}
          onDeclined={async () => {
            await refetch();
            next.current = focus.next() ?? null;
          }}
          returnFocus={next}
          onClose={() => setDeclining(null)}
        />
      ) : null}
    </section>
  );
}
