/** Dialog that imports a CSV table of subscriptions after a dry run. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { checkFiles, FileProblem } from '../../browser/files.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FileInput } from '../../design/FileInput.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { ImportSubscriptionsDocument, type ImportSubscriptionsMutation } from './generated.ts';

type ImportResult = ImportSubscriptionsMutation['importSubscriptions'];

export interface SubscriptionsImportDialogProps {
  onDone: () => void;
  onClose: () => void;
}

export function SubscriptionsImportDialog({ onDone, onClose }: SubscriptionsImportDialogProps) {
  const { t } = useTranslation(['subscriptions', 'common']);
  const client = useApolloClient();
  const [preview, setPreview] = useState<{ file: File; outcome: ImportResult } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const call = async (file: File, isDryRun: boolean): Promise<ImportResult | null> => {
    setFailure(null);
    setIsBusy(true);
    try {
      await checkFiles([file]);
      const { data } = await client.mutate({
        mutation: ImportSubscriptionsDocument,
        variables: { file, isDryRun },
      });
      return data?.importSubscriptions ?? null;
    } catch (raised) {
      setFailure(raised instanceof FileProblem ? raised.message : failureText(raised));
      return null;
    } finally {
      setIsBusy(false);
    }
  };
  const prepare = async (file: File) => {
    setPreview(null);
    const outcome = await call(file, true);
    if (outcome) setPreview({ file, outcome });
  };
  const send = async () => {
    const outcome = preview && (await call(preview.file, false));
    if (!outcome) return;
    if (outcome.errorsCount > 0) return setPreview({ ...preview, outcome });
    notify.success(t('import.done'));
    onDone();
    onClose();
  };
  const outcome = preview?.outcome;
  const missing = () => {
    if (!outcome) return t('import.chooseFirst');
    if (outcome.errorsCount > 0) return t('import.errorsFirst');
    return outcome.added + outcome.changed === 0 ? t('import.noChanges') : null;
  };
  return (
    <FormDialog
      title={t('import.title')}
      dirty={false}
      missing={missing()}
      invalid={false}
      busy={isBusy}
      sendLabel={t('import.send')}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <Field label={t('import.file')} hint={t('import.hint')}>
        {(control) => (
          <FileInput
            {...control}
            accept=".csv,text/csv"
            press={t('import.choose')}
            nothing={t('import.noFile')}
            onFile={(file) => void prepare(file)}
          />
        )}
      </Field>
      {outcome && outcome.errorsCount > 0 ? (
        <Notice tone="danger" title={t('import.errors', { count: outcome.errorsCount })}>
          <ul>
            {outcome.errors.map(({ line, column, message }, place) => (
              <li key={place}>
                {column
                  ? t('import.errorIn', { line, column, message })
                  : t('import.error', { line, message })}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {outcome && outcome.errorsCount === 0 ? (
        <Notice title={t('import.rows', { count: outcome.rows })}>
          {t('import.effect', { added: outcome.added, changed: outcome.changed })}
        </Notice>
      ) : null}
    </FormDialog>
  );
}
