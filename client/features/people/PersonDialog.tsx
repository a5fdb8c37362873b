/** Confirmation before an account is disabled, enabled or signed out. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { notify } from '../../design/notify.ts';
import { TextPromptDialog } from '../../design/FormDialog.tsx';
import {
  useDisableAccountMutation,
  useEnableAccountMutation,
  useEndAccountSessionsMutation,
  type AccountRowFragment,
} from './generated.ts';
import * as limits from '../../limits/generated.ts';

export type PersonAction = 'disable' | 'enable' | 'signOut';

interface Props {
  act: PersonAction;
  account: AccountRowFragment;
  onDone: () => void;
  /** Element that gets the focus when the pressed button is gone. */
  returnFocus: () => HTMLElement | null | undefined;
}

export function PersonDialog({ act, account, onDone, returnFocus }: Props) {
  const { t } = useTranslation('dashboard');
  const next = useRef<HTMLElement>(null);
  const [disable] = useDisableAccountMutation();
  const [enable, enabling] = useEnableAccountMutation();
  const [signOut, signingOut] = useEndAccountSessionsMutation();
  const { id } = account;
  const { name } = account.person;
  const tellDone = () => notify.success(t(`admin.people.${act}Done`, { name }));

  if (act === 'disable')
    return (
      <TextPromptDialog
        title={t('admin.people.disableTitle', { name })}
        label={t('admin.people.reason')}
        hint={t('admin.people.disableText')}
        missing={t('admin.people.reasonMissing')}
        limit={limits.disableReason}
        sendLabel={t('admin.people.disable')}
        sendVariant="danger"
        returnFocus={next}
        onSend={async (reason) => {
          await disable({ variables: { id, reason } });
          next.current = returnFocus() ?? null;
          tellDone();
        }}
        onClose={onDone}
      />
    );
  const confirm = async () => {
    notify.dismiss(`person-${id}`);
    try {
      await (act === 'enable' ? enable : signOut)({ variables: { id } });
      tellDone();
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
      busy={enabling.loading || signingOut.loading}
      onConfirm={() => void confirm()}
      onCancel={onDone}
      returnFocus={returnFocus}
    >
      {t(`admin.people.${act}Text`)}
    </AlertDialog>
  );
}
