/**
 * Sign-in with Telegram: OpenID Connect where the server has it, else the login widget. Telegram's script may run only in a page
 * that was loaded for it (`with=telegram`, server/transports/http/securityHeaders.ts), so the button loads that page.
 */
import { ProviderSignIn, type ProviderSignInProps } from './ProviderSignIn.tsx';
import { TelegramWidget } from './TelegramWidget.tsx';

interface TelegramSignInProps extends Omit<ProviderSignInProps, 'provider' | 'start'> {
  botName: string | null;
  openId: boolean;
  /** Shows the widget at once: the address asks for it (`with=telegram`). */
  showsWidget: boolean;
}

/** Address of this page with the widget. */
export function widgetPageUrl(): string {
  const page = new URL(location.href);
  page.searchParams.set('with', 'telegram');
  return page.href;
}

export function TelegramSignIn({ botName, openId, showsWidget, ...props }: TelegramSignInProps) {
  if (openId) return <ProviderSignIn provider="telegram" {...props} />;
  if (showsWidget && botName)
    return <TelegramWidget botName={botName} redirectTo={props.redirectTo} />;
  return (
    <ProviderSignIn provider="telegram" {...props} start={() => Promise.resolve(widgetPageUrl())} />
  );
}
