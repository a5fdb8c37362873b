/** A legal text: one readable column, its contents beside it on wide screens, a way back. */
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { color, from, layout, space, type } from '../../design/theme.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { LegalText } from './legalText.ts';

const Root = styled.main`
  display: grid;
  gap: ${space[6]} ${space[12]};
  max-width: calc(${layout.max} + 2 * var(--gutter));
  margin: 0 auto;
  padding: ${space[6]} var(--gutter) ${space[16]};
  ${from.lg} {
    grid-template-columns: minmax(0, ${layout.readable}) minmax(200px, 1fr);
  }
`;

const Head = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${space[4]};
  ${from.lg} {
    grid-column: 1 / -1;
  }
  p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

const Text = styled.article`
  display: flex;
  flex-direction: column;
  gap: ${space[8]};
  max-width: ${layout.readable};

  section {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
  }
  p {
    line-height: 1.6;
  }
`;

const Contents = styled.nav`
  display: none;
  ${from.lg} {
    display: block;
    position: sticky;
    top: ${space[6]};
    align-self: start;
    padding-inline-start: ${space[5]};
    border-inline-start: 1px solid ${color.border};
    ${type.sm}
  }
  h2 {
    ${type.sm}
    font-weight: 600;
  }
  li {
    padding-top: ${space[2]};
  }
  a {
    display: inline-block;
    padding: 2px 0;
    color: ${color.textMuted};
    text-decoration: none;
  }
  a:hover {
    color: ${color.link};
    text-decoration: underline;
  }
`;

export interface LegalDocumentProps {
  title: string;
  text: LegalText;
  /** Where the back button leads when nobody came from inside Loadout. */
  fallbackPath: string;
}

const cameFromHere = () =>
  history.length > 1 &&
  (document.referrer.startsWith(`${location.origin}/`) ||
    ((history.state as { idx?: number } | null)?.idx ?? 0) > 0);

export function LegalDocument({ title, text, fallbackPath }: LegalDocumentProps) {
  const { t } = useTranslation('legal');
  const { language } = useLanguage();
  const navigate = useNavigate();
  const sections = text.sections.map((section) => ({ id: section.id, ...section[language] }));
  return (
    <Root id="main" tabIndex={-1}>
      <Head>
        <Button
          data-no-print=""
          icon={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={() => void (cameFromHere() ? navigate(-1) : navigate(fallbackPath))}
        >
          {t('back')}
        </Button>
        <h1>{title}</h1>
        <p>
          <time dateTime={text.updated}>
            {t('updated', { date: formatDate(text.updated, language) })}
          </time>
        </p>
      </Head>
      <Text>
        {sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </Text>
      <Contents aria-labelledby="contents">
        <h2 id="contents">{t('contents')}</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </Contents>
    </Root>
  );
}
