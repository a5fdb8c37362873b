/** Page of a legal text, with its table of contents on wide screens. */
import { useCallback, useEffect, useState } from 'react';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { color, from, layout, space, type } from '../../design/theme.ts';
import {
  LegalTextDocument,
  type LegalDocument as LegalDocumentName,
  type LegalTextQuery,
  type LegalTextQueryVariables,
} from '../../browser/generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { graphqlCall } from '../../browser/serverCalls.ts';

/** Loads a legal text in the language of the page. */
type LegalText = LegalTextQuery['legalText'];

function useLegalText({ document, language }: LegalTextQueryVariables) {
  const [text, setText] = useState<LegalText | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(() => {
    let isWanted = true;
    graphqlCall(LegalTextDocument, { document, language }).then(
      ({ legalText }) => {
        if (!isWanted) return;
        setText(legalText);
        setFailed(false);
      },
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [document, language]);
  useEffect(read, [read]);
  return { text, failed, retry: () => void read() };
}

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

interface LegalDocumentProps {
  title: string;
  document: LegalDocumentName;
  /** Target of the back button when the reader came from outside Loadout. */
  fallbackPath: string;
}

type LegalBlock = LegalText['sections'][number]['blocks'][number];

const cameFromHere = () =>
  history.length > 1 &&
  (document.referrer.startsWith(`${location.origin}/`) ||
    ((history.state as { idx?: number } | null)?.idx ?? 0) > 0);

function LoadingText() {
  const { t } = useTranslation('common');
  return (
    <Text aria-busy="true" aria-label={t('state.loading')}>
      <Delayed>
        {[88, 96, 92, 60].map((width) => (
          <Skeleton key={width} style={{ width: `${width}%`, marginBottom: '0.6em' }} />
        ))}
      </Delayed>
    </Text>
  );
}

/** Lines may repeat in a document, so their index is the key. */
function Block({ isList, lines }: LegalBlock) {
  if (!isList) return lines.map((line, place) => <p key={place}>{line}</p>);
  return (
    <ul>
      {lines.map((line, place) => (
        <li key={place}>{line}</li>
      ))}
    </ul>
  );
}

export function LegalDocument({ title, document, fallbackPath }: LegalDocumentProps) {
  const { t } = useTranslation(['legal', 'common']);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { text, failed, retry } = useLegalText({ document, language });
  const { updated = null, sections = [] } = text ?? {};
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
        {updated ? (
          <p>
            <time dateTime={updated}>{t('updated', { date: formatDate(updated, language) })}</time>
          </p>
        ) : null}
      </Head>
      {failed ? (
        <Notice
          tone="danger"
          actions={<Button onClick={retry}>{t('common:actions.retry')}</Button>}
        >
          {t('loadFailed')}
        </Notice>
      ) : null}
      {text || failed ? null : <LoadingText />}
      {text ? (
        <>
          <Text>
            {sections.map((section) => (
              <section key={section.id} aria-labelledby={section.id}>
                <h2 id={section.id}>{section.title}</h2>
                {section.blocks.map((block, place) => (
                  <Block key={place} {...block} />
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
        </>
      ) : null}
    </Root>
  );
}
