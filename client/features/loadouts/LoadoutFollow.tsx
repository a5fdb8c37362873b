/** Ways to follow a loadout: its feed and its link. */
import { useId } from 'react';
import { Link2, Rss } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { loadoutAddress, useCopyAddress } from '../../items/links.ts';

export interface LoadoutFollowProps {
  id: string;
  /** Path of the reader's feeds. */
  feedsPath: string;
}

export function LoadoutFollow({ id, feedsPath }: LoadoutFollowProps) {
  const { t } = useTranslation('loadouts');
  const headingId = useId();
  const copy = useCopyAddress();
  return (
    <section aria-labelledby={headingId} data-no-print="">
      <h2 id={headingId}>{t('follow.title')}</h2>
      <div data-part="acts">
        <ButtonLink to={feedsPath} size="small" icon={<Rss size={14} aria-hidden="true" />}>
          {t('follow.feed')}
        </ButtonLink>
        <Button
          size="small"
          icon={<Link2 size={14} aria-hidden="true" />}
          onClick={() => copy(loadoutAddress(id))}
        >
          {t('tools.link')}
        </Button>
      </div>
    </section>
  );
}
