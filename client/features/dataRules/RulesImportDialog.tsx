/** Dialog that imports a CSV table of rules after a preview of its changes or errors. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { checkFiles, FileProblem } from '../../browser/files.ts';
import { Field } from '../../design/Field.tsx';
import { FileInput } from '../../design/FileInput.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { RecordList } from '../../design/RecordList.tsx';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { ImportDataRulesDocument, type ImportDataRulesMutation } from './generated.ts';
import { useRuleChanges } from './useRuleChanges.ts';

export interface RulesImportDialogProps {
  company: { key: string; name: string };
  onDone: (changeId: string | null) => void;
  onClose: () => void;
}

type ImportResult = ImportDataRulesMutation['importDataRules'];

export function RulesImportDialog({ company, onDone, onClose }: RulesImportDialogProps) {
  const { t } = useTranslation(['rules', 'common']);
  const { language } = useLanguage();
  const changesOf = useRuleChanges();
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
        mutation: ImportDataRulesDocument,
        variables: { company: company.key, file, isDryRun },
      });
      return data?.importDataRules ?? null;
    } catch (raised) {
      setFailure(raised instanceof FileProblem ? raised.message : failureText(raised));
      return null;
    } finally {
      setIsBusy(false);
    }
  };
  const preparePreview = async (file: File) => {
    setPreview(null);
    const outcome = await call(file, true);
    if (outcome) setPreview({ file, outcome });
  };
  const send = async () => {
    if (!preview) return;
    const outcome = await call(preview.file, false);
    if (!outcome) return;
    if (outcome.errorsCount > 0) return setPreview({ ...preview, outcome });
    notify.success(t('table.done'), { id: 'rules' });
    onDone(outcome.changeId);
    onClose();
  };
  const outcome = preview?.outcome;
  const missing = () => {
    if (!outcome) return t('table.chooseFirst');
    if (outcome.errorsCount > 0) return t('table.errorsFirst');
    return outcome.changed === 0 ? t('table.noChanges') : null;
  };
  return (
    <FormDialog
      title={t('table.importFor', { company: company.name })}
      dirty={false}
      missing={missing()}
      invalid={false}
      busy={isBusy}
      sendLabel={t('table.import')}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <Field label={t('table.file')} hint={t('table.hint')}>
        {(control) => (
          <FileInput
            {...control}
            accept=".csv,text/csv"
            press={t('table.choose')}
            nothing={t('table.noFile')}
            onFile={(file) => void preparePreview(file)}
          />
        )}
      </Field>
      {outcome && outcome.errorsCount > 0 ? (
        <Notice tone="danger" title={t('table.errors', { count: outcome.errorsCount })}>
          <ul>
            {outcome.errors.map(({ line, column, message }, place) => (
              <li key={place}>
                {column
                  ? t('table.errorIn', { line, column, message })
                  : t('table.error', { line, message })}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {outcome && outcome.errorsCount === 0 ? (
        <>
          <Notice title={t('table.changed', { count: outcome.changed })}>
            {t('table.rows', { count: outcome.rows })}
          </Notice>
          <RecordList>
            {outcome.changes.map(({ itemId, titleRu, titleEn, tier, before, after }) => (
              <li key={`${itemId} ${tier}`}>
                <div data-part="head">
                  <strong>
                    {t('table.row', {
                      title: chooseText(titleRu, titleEn, language).text,
                      tier: t(`tiers.${tier}`),
                    })}
                  </strong>
                </div>
                {changesOf(before, after).map((words) => (
                  <p key={words} data-part="text">
                    {words}
                  </p>
                ))}
              </li>
            ))}
          </RecordList>
          {outcome.changed > outcome.changes.length ? (
            <p>{t('table.more', { count: outcome.changed - outcome.changes.length })}</p>
          ) : null}
        </>
      ) : null}
    </FormDialog>
  );
}
