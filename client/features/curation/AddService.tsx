/** Form that adds a service by its address; the texts of its page are proposed. */
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Field, FieldError } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { size, space } from '../../design/theme.ts';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { useFocusFirstError } from '../../design/FormDialog.tsx';
import { useLookUpServiceMutation, type LookUpServiceMutation } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import { NewService } from './NewService.tsx';

const fields = ['address'] as const;

/** The address takes the room beside its button. */
const AddressBar = styled(Bar)`
  flex-wrap: nowrap;
  align-items: flex-start;

  > div {
    flex: 0 1 360px;
  }
  > div > label {
    position: absolute;
  }
  button {
    white-space: nowrap;
  }
  input {
    min-height: ${size.controlSmall};
    padding-block: ${space[1]};
  }
`;

export function AddService({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  // Prefilled for a proposal.
  const [address, setAddress] = useState(params.get('address') ?? '');
  const gapName = params.get('name');
  const [found, setFound] = useState<LookUpServiceMutation['lookUpService'] | null>(null);
  const { fieldErrors, failure, showErrors, clearErrors, resetErrors } = useFormErrors(fields);
  const { form, answered } = useFocusFirstError();
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = useFocusRestore(() => heading.current);
  const [lookUp, looking] = useLookUpServiceMutation();

  const read = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = address.trim();
    if (wanted === '' || looking.loading) return;
    resetErrors();
    setFound(null);
    try {
      const { data } = await lookUp({ variables: { address: wanted } });
      setFound(data?.lookUpService ?? null);
    } catch (raised) {
      showErrors(raised);
    }
    answered();
  };
  const added = () => {
    setAddress('');
    setParams({}, { replace: true });
    setFound(null);
    onAdded();
  };
  const known = found?.existingItem;
  return (
    <section {...kept}>
      <VisuallyHidden as="h3" ref={heading} tabIndex={-1}>
        {t('curation.add.title')}
      </VisuallyHidden>
      {gapName ? <Notice>{t('curation.add.forGap', { text: gapName })}</Notice> : null}
      <AddressBar as="form" ref={form} onSubmit={(event: FormEvent) => void read(event)}>
        <Field
          label={<VisuallyHidden>{t('curation.fields.sourceUrl')}</VisuallyHidden>}
          error={fieldErrors.address}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              autoComplete="off"
              placeholder={t('curation.add.placeholder')}
              value={address}
              onChange={(event) => {
                setAddress(event.target.value);
                clearErrors('address');
              }}
            />
          )}
        </Field>
        <Button type="submit" size="small" busy={looking.loading} disabled={address.trim() === ''}>
          {t('curation.add.read')}
        </Button>
      </AddressBar>
      {failure ? <FieldError role="alert">{failure}</FieldError> : null}
      {known ? (
        <Notice tone="warning" title={t('curation.add.known')}>
          <Link to={servicePath(known.id)}>
            {chooseText(known.titleRu, known.titleEn, language).text}
          </Link>
        </Notice>
      ) : null}
      {found && !known ? (
        <NewService
          found={found}
          proposalId={params.get('proposal')}
          gapId={params.get('gap')}
          onAdded={added}
        />
      ) : null}
    </section>
  );
}
