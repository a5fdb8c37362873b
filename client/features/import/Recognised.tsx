/** Summary of the parsed import files: format, encoding, rows, ambiguous date order and skipped entries. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { formatList, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import type { DayMonthOrder } from './generated.ts';
import type { Preview } from './rowSelection.ts';

const encodings = {
  cyrillic: ['windows-1251', 'ibm866', 'koi8-u', 'x-mac-cyrillic', 'iso-8859-5'],
  western: ['windows-1252', 'ibm850', 'macintosh'],
  central: ['windows-1250', 'ibm852', 'iso-8859-2'],
} as const;
type Region = keyof typeof encodings;
const regions = Object.keys(encodings) as Region[];

interface EncodingProps {
  /** Encodings of the files as they were read. */
  read: readonly string[];
  onChange: (encoding: string) => void;
}

/** Choice of the encoding of files whose letters look wrong; none for files in Unicode, which need no guess. */
function EncodingChoice({ read, onChange }: EncodingProps) {
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

interface Props {
  preview: Preview;
  dayMonthOrder: DayMonthOrder;
  onDayMonthOrder: (order: DayMonthOrder) => void;
  onEncoding: (encoding: string) => void;
  /** Downloads the report; null while it is on its way. */
  onReport: (() => void) | null;
}

const orders = ['dayFirst', 'monthFirst'] as const;

/** A date such as 09/01/2024 in words, read in this order. */
function dateInWords(text: string, order: DayMonthOrder, language: string): string {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  const [first = 1, second = 1, year = 2000] = numbers;
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
  return (
    new Date(Date.UTC(2000, month - 1, day)).toLocaleDateString(language, {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }) + (year > 31 ? ` ${year}` : '')
  );
}

export function Recognised(props: Props) {
  const { preview, dayMonthOrder, onDayMonthOrder, onEncoding, onReport } = props;
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { files, remarks, remarkCounts } = preview;
  const ambiguous = files.find((file) => file.ambiguousDate)?.ambiguousDate;
  return (
    <>
      <ul data-part="files">
        {files.map((file, place) => (
          <li key={place}>
            <strong>{file.name}</strong>
            <small>
              {[
                t([`admin.import.formats.${file.format}`, 'admin.import.formats.csv'] as never),
                file.encoding.toUpperCase(),
                t('admin.import.rows', { count: file.rows }),
                ...(file.leftOut > 0 ? [t('admin.import.leftOut', { count: file.leftOut })] : []),
              ].join(' · ')}
            </small>
            {file.ignoredColumns.length > 0 ? (
              <small>
                {t('admin.import.ignoredColumns', {
                  columns: formatList(file.ignoredColumns, language),
                })}
              </small>
            ) : null}
          </li>
        ))}
      </ul>
      <EncodingChoice read={files.map(({ encoding }) => encoding)} onChange={onEncoding} />
      {ambiguous ? (
        <RadioCards
          legend={t('admin.import.dates.question', { date: ambiguous })}
          value={dayMonthOrder}
          columns={2}
          options={orders.map((value) => ({
            value,
            label: dateInWords(ambiguous, value, language),
            detail: t(`admin.import.dates.${value}`),
          }))}
          onChange={onDayMonthOrder}
        />
      ) : null}
      {remarkCounts.length > 0 ? (
        <section aria-label={t('admin.import.remarks.title')}>
          <h4>{t('admin.import.remarks.title')}</h4>
          <ul data-part="counts">
            {remarkCounts.map(({ text, count }) => (
              <li key={text}>
                {text}: {formatNumber(count, language)}
              </li>
            ))}
          </ul>
          {remarks.length > 0 ? (
            <details>
              <summary>{t('admin.import.remarks.show', { count: remarks.length })}</summary>
              <ul>
                {remarks.map(({ file, line, text, source }, place) => (
                  <li key={place}>
                    <code>
                      {files.length > 1 ? `${file}, ` : ''}
                      {t('admin.unreadableBookmarks.places.line', { value: line })}
                    </code>{' '}
                    {text}
                    <small>{source}</small>
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
          <Button disabled={!onReport} onClick={() => onReport?.()}>
            {t('admin.import.remarks.download')}
          </Button>
        </section>
      ) : null}
    </>
  );
}
