/** Dialog that reports a problem with a service (specification, sections 4, 5 and 8). */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { useDraftChoice, useDraftText } from '../../browser/useDraftText.ts';
import { FormDialog } from '../../design/FormDialog.tsx';
import { LimitedTextArea } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { RadioCards } from '../../design/RadioCards.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useReportItemMutation, type ComplaintType } from './generated.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { complaintGroups, complaintTypes } from './ComplaintFilters.tsx';
import * as limits from '../../limits/generated.ts';

const About = styled.p`
  color: ${color.textMuted};
  overflow-wrap: anywhere;
`;

const Reasons = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};

  & > p {
    ${type.lg}
    font-weight: 600;
  }
`;

export interface ComplaintDialogProps {
  itemId: string;
  onClose: () => void;
}

export function ComplaintDialog({ itemId, onClose }: ComplaintDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const id = useId();
  const { title } = useItemTitle(itemId);
  const choice = useDraftChoice(`report ${itemId}`);
  const { state } = useLocation();
  const about = (state as { about?: string } | null)?.about;
  const complaintType =
    complaintTypes.find(choice.has) ?? complaintTypes.find((value) => value === about) ?? null;
  const { text: comment, write: setComment, forget } = useDraftText(`report ${itemId}`);
  const [failure, setFailure] = useState<string | null>(null);
  const [report, { loading }] = useReportItemMutation();
  const isTooLong = comment.length > limits.complaintComment;

  const leave = () => {
    forget();
    choice.forget();
    onClose();
  };
  const send = async () => {
    if (complaintType === null) return;
    setFailure(null);
    notify.dismiss(`report-${itemId}`);
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
      notify.error(t('common:error.title'), { id: `report-${itemId}`, description: message });
      return;
    }
    recordContribution();
    notify.success(t('report.sent'));
    leave();
  };

  return (
    <FormDialog
      title={t('report.title')}
      dirty={comment.trim() !== ''}
      missing={complaintType === null ? t('report.chooseFirst') : null}
      invalid={isTooLong}
      busy={loading}
      sendLabel={t('report.send')}
      failure={failure}
      onSend={send}
      onClose={leave}
    >
      {title ? (
        <About>
          {t('report.about')} <strong>{title}</strong>
        </About>
      ) : null}
      <Reasons role="group" aria-labelledby={`${id}-reasons`}>
        <p id={`${id}-reasons`}>{t('report.legend')}</p>
        {complaintGroups.map((group) => (
          <RadioCards<ComplaintType>
            key={group.key}
            name={`${id}-type`}
            legend={t(`report.groups.${group.key}`)}
            columns={2}
            required
            value={complaintType}
            onChange={(value) => choice.setOne(value, complaintTypes)}
            options={group.types.map((value) => ({ value, label: t(`report.types.${value}`) }))}
          />
        ))}
      </Reasons>
      <LimitedTextArea
        label={t('report.comment')}
        limit={limits.complaintComment}
        text={comment}
        onChange={setComment}
      />
    </FormDialog>
  );
}
