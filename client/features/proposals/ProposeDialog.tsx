/** Dialog that proposes a service by its address, or links to the known one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Field, LimitedTextArea } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { useProposeServiceMutation, type ProposeServiceMutation } from '../../items/generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import * as limits from '../../limits/generated.ts';

const fields = ['address'] as const;

export interface ProposeDialogProps {
  onClose: () => void;
}

export function ProposeDialog({ onClose }: ProposeDialogProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [address, setAddress] = useState('');
  const [comment, setComment] = useState('');
  const { fieldErrors, failure, showErrors, clearErrors, resetErrors } = useFormErrors(fields);
  const [known, setKnown] =
    useState<ProposeServiceMutation['proposeService']['existingItem']>(null);
  const [propose, { loading }] = useProposeServiceMutation({ refetchQueries: ['MyProposals'] });
  const isTooLong = comment.length > limits.proposalComment;

  const send = async () => {
    resetErrors();
    setKnown(null);
    try {
      const variables = { address: address.trim(), comment: comment.trim() || null };
      const { data } = await propose({ variables });
      if (data?.proposeService.existingItem) {
        setKnown(data.proposeService.existingItem);
        return;
      }
    } catch (raised) {
      showErrors(raised, { otherwise: t('propose.failed') });
      return;
    }
    notify.success(t('propose.sent'), { description: t('propose.sentHint') });
    onClose();
  };
  return (
    <FormDialog
      title={t('propose.title')}
      dirty={address.trim() !== '' || comment.trim() !== ''}
      missing={address.trim() === '' ? t('propose.addressFirst') : null}
      invalid={isTooLong}
      busy={loading}
      sendLabel={t('propose.send')}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={t('propose.address')}
        hint={t('propose.addressHint')}
        error={fieldErrors.address}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            autoComplete="off"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value);
              setKnown(null);
              clearErrors('address');
            }}
          />
        )}
      </Field>
      {known ? (
        <div role="status">
          <Notice title={t('propose.known')}>
            <Link to={servicePath(known.id)}>{getTitle(known, language).text}</Link>
          </Notice>
        </div>
      ) : null}
      <LimitedTextArea
        label={t('propose.comment')}
        limit={limits.proposalComment}
        text={comment}
        onChange={setComment}
      />
    </FormDialog>
  );
}
