/** Confirmation before an account is disabled, enabled or signed out. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/AlertDialog.tsx';
import { Field } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { TextInput } from '../../design/TextInput.tsx';
import { space } from '../../design/theme.ts';
import {
  useDisableAccountMutation,
  useEnableAccountMutation,
  useEndAccountSessionsMutation,
  type AccountRowFragment,
} from './generated.ts';
import * as limits from '../../limits/generated.ts';

export type PersonAction = 'disable' | 'enable' | 'signOut';

const Text = styled.p`
  &:not(:last-child) {
    margin-bottom: ${space[3]};
  }
`;

interface Props {
  act: PersonAction;
  account: AccountRowFragment;
  onDone: () => void;
  /** Element that gets the focus when the pressed button is gone. */
  returnFocus: () => HTMLElement | null | undefined;
}

export function PersonDialog({ act, account, onDone, returnFocus }: Props) {
  const { t } = useTranslation('dashboard');
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [disable, disabling] = useDisableAccountMutation();
  const [enable, enabling] = useEnableAccountMutation();
  const [signOut, signingOut] = useEndAccountSessionsMutation();
  const { id } = account;
  const { name } = account.person;

  const calls: Record<PersonAction, () => Promise<unknown>> = {
    disable: () => disable({ variables: { id, reason: reason.trim() } }),
    enable: () => enable({ variables: { id } }),
    signOut: () => signOut({ variables: { id } }),
  };
  const confirm = async () => {
    if (act === 'disable' && reason.trim() === '') {
      setIsMissing(true);
      field.current?.focus();
      return;
    }
    notify.dismiss(`person-${id}`);
    try {
      await calls[act]();
      notify.success(t(`admin.people.${act}Done`, { name }));
      onDone();
    } catch (failure) {
      notify.error(t('admin.people.failed'), {
        id: `person-${id}`,
        description: failureText(failure),
      });
    }
  };
  return (
    <AlertDialog
      open
      title={t(`admin.people.${act}Title`, { name })}
      confirmLabel={t(`admin.people.${act}`)}
      busy={disabling.loading || enabling.loading || signingOut.loading}
      onConfirm={() => void confirm()}
      onCancel={onDone}
      returnFocus={returnFocus}
    >
      <Text>{t(`admin.people.${act}Text`)}</Text>
      {act === 'disable' ? (
        <Field
          label={t('admin.people.reason')}
          required
          {...(isMissing ? { error: t('admin.people.reasonMissing') } : {})}
        >
          {(control) => (
            <TextInput
              ref={field}
              {...control}
              maxLength={limits.disableReason}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setIsMissing(false);
              }}
            />
          )}
        </Field>
      ) : null}
    </AlertDialog>
  );
}
