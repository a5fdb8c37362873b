/** A report about one service: a reason, and a comment if one likes (specification, sections 4, 5 and 8). */
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { noteUsefulAct } from '../../browser/usefulAct.ts';
import { useKeptText } from '../../browser/useKeptText.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Field, FieldError } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { RadioCards } from '../../design/RadioCards.tsx';
import { TextArea } from '../../design/TextInput.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useReportItemMutation, type ComplaintType } from '../../generated.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { complaintGroups } from './complaintTypes.ts';
import { limits } from '../../limits/generated.ts';

/** Characters; the server takes no more. */

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};

  [data-part='about'] {
    color: ${color.textMuted};
    overflow-wrap: anywhere;
  }
  [data-part='reasons'] {
    display: flex;
    flex-direction: column;
    gap: ${space[4]};
  }
  [data-part='reasons'] > p {
    ${type.lg}
    font-weight: 600;
  }
`;

const Hint = styled.p`
  flex: 1 1 100%;
  color: ${color.textMuted};
  ${type.sm}
`;

export interface ReportDialogProps {
  itemId: string;
  onClose: () => void;
}

export function ReportDialog({ itemId, onClose }: ReportDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const id = useId();
  const { title } = useItemTitle(itemId);
  const [complaintType, setComplaintType] = useState<ComplaintType | null>(null);
  const { text: comment, write: setComment, forget } = useKeptText(`report ${itemId}`);
  const [failure, setFailure] = useState<string | null>(null);
  const [report, { loading }] = useReportItemMutation();
  const isTooLong = comment.length > limits.complaintComment;

  const leave = () => {
    forget();
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (complaintType === null || isTooLong || loading) return;
    setFailure(null);
    const given = comment.trim();
    const input = {
      knowledgeItemId: itemId,
      complaintType,
      ...(given === '' ? {} : { comment: given }),
    };
    try {
      await report({ variables: { input } });
    } catch (raised) {
      const message = failureText(raised, t('report.failed'));
      setFailure(message);
      notify.error(t('common:error.title'), { description: message });
      return;
    }
    noteUsefulAct();
    notify.success(t('report.sent'));
    leave();
  };

  return (
    <Dialog
      open
      onClose={leave}
      title={t('report.title')}
      dirty={comment.trim() !== ''}
      footer={
        <>
          {complaintType === null ? <Hint id={`${id}-hint`}>{t('report.chooseFirst')}</Hint> : null}
          <Button onClick={leave}>{t('common:actions.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={`${id}-form`}
            disabled={complaintType === null || isTooLong}
            aria-describedby={complaintType === null ? `${id}-hint` : undefined}
            busy={loading}
          >
            {t('report.send')}
          </Button>
        </>
      }
    >
      <Form id={`${id}-form`} onSubmit={(event) => void send(event)}>
        {title ? (
          <p data-part="about">
            {t('report.about')} <strong>{title}</strong>
          </p>
        ) : null}
        <div data-part="reasons" role="group" aria-labelledby={`${id}-reasons`}>
          <p id={`${id}-reasons`}>{t('report.legend')}</p>
          {complaintGroups.map((group) => (
            <RadioCards<ComplaintType>
              key={group.key}
              name={`${id}-type`}
              legend={t(`report.groups.${group.key}`)}
              columns={2}
              required
              value={complaintType}
              onChange={setComplaintType}
              options={group.types.map((value) => ({ value, label: t(`report.types.${value}`) }))}
            />
          ))}
        </div>
        <Field
          label={t('report.comment')}
          counter={{ used: comment.length, limit: limits.complaintComment }}
          error={isTooLong ? t('useCases.tooLong', { limit: limits.complaintComment }) : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        {failure ? <FieldError role="alert">{failure}</FieldError> : null}
      </Form>
    </Dialog>
  );
}
