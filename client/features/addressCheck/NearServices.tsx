/** Services similar to a checked page. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NearServiceFragment } from '../../items/generated.ts';
import { truncate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getDescription, getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/serviceLink.ts';

/** Graphemes: a line or two. */
const lineLength = 90;

export function NearServices({ near }: { near: readonly NearServiceFragment[] }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const id = useId();
  if (near.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('check.near')}</h2>
      <ul data-part="rows">
        {near.map((item) => {
          const title = getTitle(item, language);
          const { text, language: written } = getDescription(item, language);
          return (
            <li key={item.id}>
              <div>
                <Link to={servicePath(item.id)} lang={title.language}>
                  {title.text}
                </Link>
                {text ? (
                  <p data-part="muted" lang={written}>
                    {truncate(text, lineLength, written) ?? text}
                  </p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
