/** Adds a service by its address: what its page says is proposed, and an admin decides. */
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Field, FieldError } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { TextArea, TextInput } from '../../design/TextInput.tsx';
import {
  useAddServiceMutation,
  useLookUpServiceMutation,
  type LookUpServiceMutation,
  type MachineText,
} from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/serviceLink.ts';
import { Pairs } from './curationLook.ts';
import { readTags, type ItemTexts } from './itemDraft.ts';
import { useBookmarkWords } from './tellEdit.ts';

type Proposal = LookUpServiceMutation['lookUpService'];
/** What a service is for is written once it is there. */
type NewTexts = Omit<ItemTexts, 'tasksRu' | 'tasksEn'>;
type Name = keyof NewTexts;

const textsOf = (found: Proposal): NewTexts => ({
  titleRu: found.titleRu ?? '',
  titleEn: found.titleEn ?? '',
  descriptionRu: found.descriptionRu ?? '',
  descriptionEn: found.descriptionEn ?? '',
  sourceUrl: found.address,
  imageUrl: found.imageUrl ?? '',
  tags: found.tags.join(', '),
});

export function AddService({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const wordsOf = useBookmarkWords();
  const [params, setParams] = useSearchParams();
  // What an employee has proposed comes with its address.
  const [address, setAddress] = useState(params.get('address') ?? '');
  const proposalId = params.get('proposal');
  const wishId = params.get('wish');
  const wished = params.get('wished');
  const [found, setFound] = useState<Proposal | null>(null);
  const [texts, setTexts] = useState<NewTexts | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [lookUp, looking] = useLookUpServiceMutation();
  const [add, adding] = useAddServiceMutation();

  const read = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = address.trim();
    if (wanted === '' || looking.loading) return;
    setFailure(null);
    setFound(null);
    setTexts(null);
    try {
      const { data } = await lookUp({
        variables: { address: /^\w+:/.test(wanted) ? wanted : `https://${wanted}` },
      });
      if (!data) return;
      setFound(data.lookUpService);
      if (!data.lookUpService.known) setTexts(textsOf(data.lookUpService));
    } catch (raised) {
      setFailure(failureText(raised));
    }
  };
  const hasTitle = texts !== null && (texts.titleRu.trim() !== '' || texts.titleEn.trim() !== '');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!texts || !found || !hasTitle || adding.loading) return;
    setFailure(null);
    const { tags, sourceUrl, ...rest } = texts;
    const said = textsOf(found);
    try {
      const { data } = await add({
        variables: {
          ...Object.fromEntries(
            Object.entries(rest).map(([name, text]) => [name, text.trim() || null]),
          ),
          sourceUrl: sourceUrl.trim(),
          tags: readTags(tags),
          machineTexts: found.machineTexts.filter((name) => texts[name] === said[name]),
          ...(proposalId ? { proposalId } : {}),
          ...(wishId ? { wishId } : {}),
        },
      });
      const words = data ? wordsOf(data.addKnowledge.bookmark) : '';
      notify.success(t('curation.add.done'), {
        duration: 'long',
        ...(words ? { description: words } : {}),
      });
      setAddress('');
      setParams({}, { replace: true });
      setFound(null);
      setTexts(null);
      onAdded();
    } catch (raised) {
      setFailure(failureText(raised));
    }
  };
  const isMachine = (name: Name): boolean =>
    texts !== null &&
    found !== null &&
    found.machineTexts.includes(name as MachineText) &&
    texts[name] === textsOf(found)[name];
  const field = (name: Name) => (
    <Field
      label={t(`curation.fields.${name}`)}
      hint={
        isMachine(name)
          ? t('curation.add.machine')
          : name === 'tags'
            ? t('curation.edit.tagsHint')
            : undefined
      }
      required={name === 'sourceUrl'}
    >
      {(control) => {
        const input = {
          ...control,
          value: texts?.[name] ?? '',
          onChange: (event: { target: { value: string } }) =>
            texts && setTexts({ ...texts, [name]: event.target.value }),
        };
        return name.startsWith('description') ? <TextArea {...input} /> : <TextInput {...input} />;
      }}
    </Field>
  );
  const known = found?.known;
  return (
    <section>
      <h3>{t('curation.add.title')}</h3>
      <p>{t('curation.add.hint')}</p>
      {wished ? <Notice>{t('curation.add.wished', { text: wished })}</Notice> : null}
      <Bar as="form" onSubmit={(event: FormEvent) => void read(event)}>
        <Field label={t('curation.fields.sourceUrl')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              autoComplete="off"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={looking.loading} disabled={address.trim() === ''}>
          {t('curation.add.read')}
        </Button>
      </Bar>
      {failure ? <FieldError role="alert">{failure}</FieldError> : null}
      {known ? (
        <Notice tone="warning" title={t('curation.add.known')}>
          <Link to={servicePath(known.id)}>
            {chooseText(known.titleRu, known.titleEn, language).text}
          </Link>
        </Notice>
      ) : null}
      {found && !known && !found.isRead ? (
        <Notice tone="info">{t('curation.add.notRead')}</Notice>
      ) : null}
      {texts ? (
        <form onSubmit={(event) => void send(event)}>
          <Pairs>
            {field('titleRu')}
            {field('titleEn')}
            {field('descriptionRu')}
            {field('descriptionEn')}
            {field('sourceUrl')}
            {field('imageUrl')}
            {field('tags')}
          </Pairs>
          <Bar>
            <Button type="submit" variant="primary" disabled={!hasTitle} busy={adding.loading}>
              {t('curation.add.send')}
            </Button>
            {hasTitle ? null : <p>{t('curation.edit.titleMissing')}</p>}
          </Bar>
        </form>
      ) : null}
    </section>
  );
}
