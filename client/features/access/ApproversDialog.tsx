/** Dialog that chooses the approvers of a company. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Checkbox } from '../../design/Checkbox.tsx';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { notify } from '../../design/notify.ts';
import { TextInput } from '../../design/TextInput.tsx';
import {
  usePeopleToChooseQuery,
  useSetAccessApproversMutation,
  type CompanyApproversRowFragment,
} from './generated.ts';
import * as limits from '../../limits/generated.ts';

type Person = CompanyApproversRowFragment['people'][number];

export interface ApproversDialogProps {
  of: CompanyApproversRowFragment;
  returnFocus: RefObject<HTMLElement | null>;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

const shownPeople = 8;

export function ApproversDialog({ of, returnFocus, onSaved, onClose }: ApproversDialogProps) {
  const { t } = useTranslation('dashboard');
  // The approvers when the dialog was opened: the server refuses to overwrite a newer choice.
  const [seen] = useState(of.people);
  const [chosen, setChosen] = useState<readonly Person[]>(seen);
  const [search, setSearch] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [save, { loading }] = useSetAccessApproversMutation();
  const { data, previousData } = usePeopleToChooseQuery({
    variables: { search: search.trim() },
  });
  const isChosen = ({ id }: Person) => chosen.some((one) => one.id === id);
  const found = ((data ?? previousData)?.accounts.accounts ?? [])
    .map(({ person }): Person => person)
    .filter((person) => !of.people.some(({ id }) => id === person.id))
    .slice(0, shownPeople);
  const others = chosen.filter(
    (person) => ![...of.people, ...found].some(({ id }) => id === person.id),
  );
  const box = (person: Person) => (
    <Checkbox
      key={person.id}
      checked={isChosen(person)}
      onChange={(event) =>
        setChosen(
          event.target.checked ? [...chosen, person] : chosen.filter(({ id }) => id !== person.id),
        )
      }
    >
      {[person.name, person.email].filter(Boolean).join(' · ')}
    </Checkbox>
  );
  const isTooMany = chosen.length > limits.approversOfCompany;
  const send = async () => {
    setFailure(null);
    try {
      await save({
        variables: {
          company: of.company.key,
          people: chosen.map(({ id }) => id),
          expectedPeople: seen.map(({ id }) => id),
        },
      });
      await onSaved();
    } catch (raised) {
      setFailure(failureText(raised));
      return;
    }
    notify.success(t('accessRequests.approvers.saved', { company: of.company.name }));
    onClose();
  };
  return (
    <FormDialog
      title={t('accessRequests.approvers.changeOf', { company: of.company.name })}
      dirty={chosen !== seen}
      missing={null}
      invalid={isTooMany}
      busy={loading}
      sendLabel={t('accessRequests.approvers.save')}
      failure={
        isTooMany
          ? t('accessRequests.approvers.tooMany', { limit: limits.approversOfCompany })
          : failure
      }
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      {of.people.length + others.length > 0 ? (
        <div role="group" aria-label={t('accessRequests.approvers.title')}>
          {[...of.people, ...others].map(box)}
        </div>
      ) : null}
      <Field label={t('accessRequests.approvers.search')}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      <div role="group" aria-label={t('accessRequests.approvers.search')}>
        {found.map(box)}
      </div>
    </FormDialog>
  );
}
