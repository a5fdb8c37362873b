/** Name of a subscribed service, with a link while it is in the catalogue. */
import { Link } from 'react-router-dom';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import type { SubscriptionRowFragment } from './generated.ts';

type Named = Pick<SubscriptionRowFragment, 'service' | 'knowledgeItem'>;

export function useServiceName() {
  const { language } = useLanguage();
  return ({ service, knowledgeItem }: Named): string =>
    knowledgeItem ? getTitle(knowledgeItem, language).text : service;
}

export function ServiceName({ of }: { of: Named }) {
  const nameOf = useServiceName();
  return of.knowledgeItem ? (
    <Link to={servicePath(of.knowledgeItem.id)}>{nameOf(of)}</Link>
  ) : (
    <>{of.service}</>
  );
}
