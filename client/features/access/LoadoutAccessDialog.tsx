/** Dialog that requests access to several services of a loadout with one text. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { useContentKey } from '../../browser/useContentKey.ts';
import { Checkbox } from '../../design/Checkbox.tsx';
import { FormDialog, useSubmit } from '../../design/FormDialog.tsx';
import { notify } from '../../design/notify.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { AccessFields, Choices, useAccessDraft } from './AccessFields.tsx';
import { useRequestAccessForLoadoutMutation } from './generated.ts';

interface Service {
  id: string;
  titleRu: string | null;
  titleEn: string | null;
}

export interface LoadoutAccessDialogProps {
  loadoutId: string;
  /** Title of the loadout in the reader's language. */
  title: string;
  /** Services that need a request, all of them chosen at first. */
  services: readonly Service[];
  /** Takes back the requests and what was marked with them. */
  onUndo: () => void;
  /** Reads the loadout again after the requests were sent. */
  onSent: () => void;
  onClose: () => void;
}

export function LoadoutAccessDialog(props: LoadoutAccessDialogProps) {
  const { loadoutId, title, onClose, onUndo, onSent } = props;
  const { t } = useTranslation(['loadouts', 'dashboard', 'common']);
  const { language } = useLanguage();
  // Requested services disappear from the props; the dialog keeps its list.
  const [services] = useState(props.services);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const draft = useAccessDraft(`access loadout ${loadoutId}`, t('request.purpose', { title }));
  const [request] = useRequestAccessForLoadoutMutation();
  const keyOf = useContentKey();
  const itemIds = services.map(({ id }) => id).filter((id) => !left.has(id));
  const { plan } = draft;
  const features = draft.features.trim();
  const missing = () => {
    if (itemIds.length === 0) return t('request.nothingChosen');
    return plan === null || features === '' ? t('dashboard:access.fillFirst') : null;
  };
  const leave = () => {
    draft.forget();
    onClose();
  };
  const send = async () => {
    if (plan === null) return;
    const input = {
      itemIds,
      subscriptionType: plan,
      features,
      needsTesting: draft.needsTesting,
      dataClasses: draft.classes,
    };
    await request({
      variables: { id: loadoutId, input: { ...input, idempotencyKey: keyOf(input) } },
    });
  };
  const close = () => {
    recordContribution();
    notify.success(t('request.sent', { count: itemIds.length }), {
      id: `take-${loadoutId}`,
      duration: 'long',
      action: { label: t('common:actions.undo'), run: onUndo },
    });
    onSent();
    leave();
  };
  const sending = useSubmit(send, close, failureText);
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <FormDialog
      title={t('request.title')}
      dirty={draft.hasWritten && features !== ''}
      missing={missing()}
      invalid={draft.isTooLong}
      sendLabel={t('dashboard:access.send')}
      onClose={leave}
      {...sending}
    >
      <Choices>
        <legend>{t('request.services')}</legend>
        {services.map((item) => (
          <Checkbox
            key={item.id}
            checked={!left.has(item.id)}
            onChange={(event) => toggle(item.id, event.target.checked)}
          >
            {chooseText(item.titleRu, item.titleEn, language).text}
          </Checkbox>
        ))}
        <small>{t('request.servicesHint')}</small>
      </Choices>
      <AccessFields draft={draft} />
    </FormDialog>
  );
}
