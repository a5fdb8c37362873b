/** Choice of the encoding of files whose letters look wrong; none for files in Unicode, which need no guess. */
import { useTranslation } from 'react-i18next';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';

const encodings = {
  cyrillic: ['windows-1251', 'ibm866', 'koi8-u', 'x-mac-cyrillic', 'iso-8859-5'],
  western: ['windows-1252', 'ibm850', 'macintosh'],
  central: ['windows-1250', 'ibm852', 'iso-8859-2'],
} as const;
type Region = keyof typeof encodings;
const regions = Object.keys(encodings) as Region[];

interface Props {
  /** Encodings of the files as they were read. */
  read: readonly string[];
  onChange: (encoding: string) => void;
}

export function EncodingChoice({ read, onChange }: Props) {
  const { t } = useTranslation('dashboard');
  const value = read.find((encoding) => !encoding.startsWith('utf-'));
  if (value === undefined) return null;
  const known = regions.flatMap((region) =>
    encodings[region].map((encoding) => ({
      value: encoding as string,
      label: encoding.toUpperCase(),
      group: t(`admin.import.encodings.${region}`),
    })),
  );
  const isKnown = known.some((option) => option.value === value);
  return (
    <div data-part="encoding">
      <Field label={t('admin.import.encodings.question')}>
        {(control) => (
          <Select
            {...control}
            value={value}
            options={[...(isKnown ? [] : [{ value, label: value.toUpperCase() }]), ...known]}
            onChange={onChange}
          />
        )}
      </Field>
    </div>
  );
}
