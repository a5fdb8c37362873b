/** Search for a service to put into a loadout. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../design/Combobox.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useLoadoutCandidatesQuery } from './generated.ts';
import { titleOf } from './loadoutText.ts';

const debounceMs = 200;

/** A text as it is once nobody has typed for a moment. */
function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

export interface ServicePickerProps {
  /** Ids of services that are there already. */
  taken: readonly string[];
  onChoose: (itemId: string, title: string) => void;
}

export function ServicePicker({ taken, onChoose }: ServicePickerProps) {
  const { t } = useTranslation(['loadouts', 'dashboard']);
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const { data, previousData } = useLoadoutCandidatesQuery({
    variables: { search },
    skip: search === '',
  });
  const found = text.trim() === '' ? [] : ((data ?? previousData)?.searchKnowledge.items ?? []);
  const options = found
    .filter(({ id }) => !taken.includes(id))
    .map((item) => ({
      id: item.id,
      text: titleOf(item, language).text,
      detail: t('dashboard:peopleCount', { count: item.likesCount }),
    }));
  const choose = (id: string, title: string) => {
    setText('');
    onChoose(id, title);
  };
  return (
    <Combobox
      label={t('editor.add')}
      placeholder={t('editor.addPlaceholder')}
      value={text}
      onChange={setText}
      onSubmit={() => {
        const [first] = options;
        if (first) choose(first.id, first.text);
      }}
      groups={[{ id: 'services', label: t('rows'), options }]}
      onChoose={(option) => choose(option.id, option.text)}
      clearLabel={t('dashboard:search.clear')}
      countLabel={(count) => t('editor.suggestions', { count })}
    />
  );
}
