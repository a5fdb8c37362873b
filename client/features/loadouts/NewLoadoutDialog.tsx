/** Dialog that makes a loadout: its texts, its discipline, and the services the reader uses when they are wanted. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { useContentKey } from '../../browser/useContentKey.ts';
import { useDraftText } from '../../browser/useDraftText.ts';
import { Checkbox } from '../../design/Checkbox.tsx';
import { FormDialog, useSubmit } from '../../design/FormDialog.tsx';
import { LimitedTextArea, LimitedTextInput } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutPath } from '../../items/links.ts';
import * as limits from '../../limits/generated.ts';
import { DisciplineSelect } from './DisciplineSelect.tsx';
import { useCreateLoadoutMutation, type Discipline } from './generated.ts';
import { inLanguage, titleOf } from './loadoutText.ts';
import { Fieldset } from './loadout.styles.ts';

export interface NewLoadoutDialogProps {
  /** Services to put into it, all of them at first. */
  services?: ReadonlyArray<{ id: string; titleRu: string | null; titleEn: string | null }>;
  onClose: () => void;
}

export function NewLoadoutDialog({ services = [], onClose }: NewLoadoutDialogProps) {
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const title = useDraftText('loadout title');
  const description = useDraftText('loadout description');
  const [discipline, setDiscipline] = useState<Discipline | null>(null);
  const [chosen, setChosen] = useState(
    () => new Set(services.slice(0, limits.loadoutItems).map(({ id }) => id)),
  );
  const [create] = useCreateLoadoutMutation();
  const keyOf = useContentKey();
  const made = useRef('');
  const name = title.text.trim();
  const isTooMany = chosen.size > limits.loadoutItems;
  const isTooLong =
    title.text.length > limits.loadoutTitle || description.text.length > limits.loadoutDescription;
  const leave = () => {
    title.forget();
    description.forget();
    onClose();
  };
  const send = async () => {
    const input = {
      ...inLanguage('title', name, language),
      ...inLanguage('description', description.text.trim() || null, language),
      discipline,
      items: services.filter(({ id }) => chosen.has(id)).map(({ id }) => ({ itemId: id })),
    };
    const { data } = await create({
      variables: { input: { ...input, idempotencyKey: keyOf(input) } },
    });
    made.current = data?.createLoadout.id ?? '';
  };
  const open = () => {
    leave();
    notify.success(t('editor.created'));
    void navigate(`${loadoutPath(made.current)}?edit`);
  };
  const sending = useSubmit(send, open, failureText);
  const toggle = (id: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <FormDialog
      title={t('editor.new')}
      dirty={name !== '' || description.text.trim() !== ''}
      missing={name === '' ? t('editor.titleMissing') : null}
      invalid={isTooLong || isTooMany}
      sendLabel={t('editor.create')}
      onClose={leave}
      {...sending}
    >
      <LimitedTextInput
        label={t('editor.title')}
        hint={t('editor.titleHint')}
        required
        limit={limits.loadoutTitle}
        text={title.text}
        onChange={title.write}
      />
      <LimitedTextArea
        label={t('editor.description')}
        hint={t('editor.descriptionHint')}
        limit={limits.loadoutDescription}
        text={description.text}
        onChange={description.write}
      />
      <DisciplineSelect value={discipline} onChange={setDiscipline} />
      {services.length > 0 ? (
        <Fieldset>
          <legend>{t('rows')}</legend>
          {isTooMany || services.length > limits.loadoutItems ? (
            <p>{t('editor.full', { limit: limits.loadoutItems })}</p>
          ) : null}
          {services.map((item) => (
            <Checkbox
              key={item.id}
              checked={chosen.has(item.id)}
              onChange={(event) => toggle(item.id, event.target.checked)}
            >
              {titleOf(item, language).text}
            </Checkbox>
          ))}
        </Fieldset>
      ) : null}
    </FormDialog>
  );
}
