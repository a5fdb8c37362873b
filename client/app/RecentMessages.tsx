/** List of the last twenty messages of this tab. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useNoticeHistory } from '../design/notify.ts';
import { color, space, type } from '../design/theme.ts';
import { formatDateTime, formatRelative } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };

const List = styled.ol`
  li {
    display: flex;
    gap: ${space[3]};
    padding: ${space[3]} 0;
    border-top: 1px solid ${color.border};
  }
  li:first-child {
    border-top: 0;
  }
  li > div {
    flex: 1;
    min-width: 0;
  }
  svg {
    flex: none;
    color: ${color.textMuted};
  }
  [data-kind='success'] svg {
    color: ${color.success};
  }
  [data-kind='warning'] svg {
    color: ${color.warning};
  }
  [data-kind='error'] svg {
    color: ${color.danger};
  }
  p,
  time {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export function RecentMessages() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const notices = useNoticeHistory();
  return (
    <section>
      <h3>{t('notifications.title')}</h3>
      {notices.length === 0 ? (
        <p>{t('notifications.empty')}</p>
      ) : (
        <>
          <p>{t('notifications.hint')}</p>
          <List>
            {notices.map((notice) => {
              const Icon = icons[notice.kind];
              return (
                <li key={notice.id} data-kind={notice.kind}>
                  <Icon size={20} aria-label={t(`notifications.${notice.kind}`)} />
                  <div>
                    <strong>{notice.title}</strong>
                    {notice.description ? <p>{notice.description}</p> : null}
                  </div>
                  <time
                    dateTime={notice.at.toISOString()}
                    title={formatDateTime(notice.at, language)}
                  >
                    {formatRelative(notice.at, language)}
                  </time>
                </li>
              );
            })}
          </List>
        </>
      )}
    </section>
  );
}
