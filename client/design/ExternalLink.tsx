/** Link that opens a new tab, and says so. */
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface ExternalLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  children: ReactNode;
}

export function ExternalLink({ children, ...rest }: ExternalLinkProps) {
  const { t } = useTranslation();
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> {t('newTab')}</VisuallyHidden>
    </a>
  );
}
