/** Switches for each kind of notification. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Switch } from '../../design/Checkbox.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { space, type } from '../../design/theme.ts';
import { useNotificationSettingsQuery, useSetNotificationsOffMutation } from './generated.ts';

const Switches = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: ${space[1]} ${space[4]};
  ${type.sm}
`;

export function NotificationSettings() {
  const { t } = useTranslation('notifications');
  const { data, error, refetch } = useNotificationSettingsQuery({
    fetchPolicy: 'cache-and-network',
  });
  const settings = data?.notificationSettings;
  const [setOff, { loading }] = useSetNotificationsOffMutation({
    update: (cache, { data: saved }) => {
      if (saved)
        cache.modify({ fields: { notificationSettings: () => saved.setNotificationsOff } });
    },
  });
  type Kind = NonNullable<typeof settings>[number]['kind'];
  const change = async (kind: Kind, isOn: boolean) => {
    const kinds = (settings ?? []).flatMap((one) =>
      (one.kind === kind ? isOn : one.isOn) ? [] : [one.kind],
    );
    notify.dismiss('notification-settings');
    try {
      await setOff({ variables: { kinds } });
    } catch (failure) {
      notify.error(t('settingFailed'), {
        id: 'notification-settings',
        description: failureText(failure),
      });
    }
  };
  return (
    <section>
      <h3>{t('settings')}</h3>
      <Switches>
        <QueryResult
          found={settings}
          error={error}
          failure={t('loadFailed')}
          onRetry={refetch}
          skeleton={<Skeleton style={{ height: 240 }} />}
        />
        {settings?.map(({ kind, isOn }) => (
          <Switch
            key={kind}
            checked={isOn}
            disabled={loading}
            onChange={(checked) => void change(kind, checked)}
          >
            {t(`settingOf.${kind}`)}
          </Switch>
        ))}
      </Switches>
    </section>
  );
}
