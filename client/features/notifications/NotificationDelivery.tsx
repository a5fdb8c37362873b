/** Settings for notifications by Telegram and email, with time zone and quiet hours. */
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSignedInUser, type CurrentUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Switch } from '../../design/Checkbox.tsx';
import { Field } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { from, space } from '../../design/theme.ts';
import {
  useNotificationDeliveryQuery,
  useSetNotificationDeliveryMutation,
  type SetNotificationDeliveryMutationVariables,
} from './generated.ts';
import { languages } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

const TwoColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  align-items: end;
  max-width: 720px;

  ${from.sm} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const telegramChoices = ['answers', 'now', 'daily', 'weekly', 'off'] as const;
const mailChoices = ['daily', 'weekly', 'off'] as const;
const defaultQuietHours = { quietFrom: '22:00', quietUntil: '08:00' };

const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** All time zones of the browser, and known ones with other names. */
const timeZonesIncluding = (...known: string[]): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...known])].toSorted();

/** @param connect button that connects Telegram */
export function NotificationDelivery({ connect }: { connect?: ReactNode }) {
  const { t } = useTranslation(['notifications', 'common']);
  const { language } = useLanguage();
  const { data, error, refetch } = useNotificationDeliveryQuery({
    fetchPolicy: 'cache-and-network',
  });
  const [save, { loading }] = useSetNotificationDeliveryMutation({
    update: (cache, { data: saved }) => {
      if (saved)
        cache.modify({ fields: { notificationDelivery: () => saved.setNotificationDelivery } });
    },
  });
  const [draft, setDraft] = useState<Partial<SetNotificationDeliveryMutationVariables>>({});
  const stored = data?.notificationDelivery;
  const zone = browserTimeZone();
  const choice = stored && {
    telegram: stored.telegram,
    mail: stored.mail,
    language: stored.language ?? language,
    timeZone: stored.timeZone ?? zone,
    quietFrom: stored.quietFrom,
    quietUntil: stored.quietUntil,
    ...draft,
  };
  const change = (changed: typeof draft) => setDraft({ ...draft, ...changed });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!choice) return;
    try {
      await save({ variables: choice });
      setDraft({});
      notify.success(t('delivery.saved'), { id: 'notification-delivery', duration: 'short' });
    } catch (failure) {
      notify.error(t('settingFailed'), {
        id: 'notification-delivery',
        description: failureText(failure),
      });
    }
  };
  return (
    <section>
      <h3>{t('delivery.title')}</h3>
      <p>{t('delivery.hint')}</p>
      <QueryResult
        found={stored && [stored]}
        error={error}
        failure={t('delivery.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 240 }} />}
      />
      {stored && choice ? (
        <form onSubmit={(event) => void submit(event)}>
          <DeliveryFields stored={stored} choice={choice} onChange={change} />
          {stored.canTelegram ? null : connect}
          <QuietHours choice={choice} onChange={change} />
          <div>
            <Button type="submit" variant="primary" disabled={loading}>
              {t('common:actions.save')}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}

interface FieldsProps {
  choice: SetNotificationDeliveryMutationVariables;
  onChange: (changed: Partial<SetNotificationDeliveryMutationVariables>) => void;
}

interface DeliveryFieldsProps extends FieldsProps {
  stored: { canTelegram: boolean; canMail: boolean };
}

/** Translation key of the reason why Telegram is unavailable. */
const telegramHint = ({ telegramId }: CurrentUser) =>
  clientSettings().telegramBotName === null || telegramId !== null
    ? 'delivery.noBot'
    : 'delivery.noTelegram';

function DeliveryFields({ stored, choice, onChange }: DeliveryFieldsProps) {
  const { t } = useTranslation('notifications');
  const user = useSignedInUser();
  return (
    <TwoColumns>
      <Field
        label={t('delivery.telegram')}
        hint={stored.canTelegram ? undefined : t(telegramHint(user))}
      >
        {(control) => (
          <Select
            {...control}
            wide
            disabled={!stored.canTelegram}
            value={choice.telegram}
            options={telegramChoices.map((value) => ({
              value,
              label: t(`delivery.when.${value}`),
            }))}
            onChange={(telegram) => onChange({ telegram })}
          />
        )}
      </Field>
      <Field
        label={t('delivery.mail')}
        hint={
          stored.canMail
            ? undefined
            : t(user.email === null ? 'delivery.noMail' : 'delivery.mailNotSetUp')
        }
      >
        {(control) => (
          <Select
            {...control}
            wide
            disabled={!stored.canMail}
            value={choice.mail}
            options={mailChoices.map((value) => ({
              value,
              label: t(`delivery.when.${value}`),
            }))}
            onChange={(mail) => onChange({ mail })}
          />
        )}
      </Field>
      <Field label={t('delivery.timeZone')}>
        {(control) => (
          <Select
            {...control}
            wide
            value={choice.timeZone}
            options={timeZonesIncluding(choice.timeZone, browserTimeZone()).map((value) => ({
              value,
              label: value.replaceAll('_', ' '),
            }))}
            onChange={(timeZone) => onChange({ timeZone })}
          />
        )}
      </Field>
      <Field label={t('delivery.language')}>
        {(control) => (
          <Select
            {...control}
            wide
            value={choice.language}
            options={languages.map((value) => ({
              value,
              label: t(`delivery.languages.${value}`),
            }))}
            onChange={(chosen) => onChange({ language: chosen })}
          />
        )}
      </Field>
    </TwoColumns>
  );
}

function QuietHours({ choice, onChange }: FieldsProps) {
  const { t } = useTranslation('notifications');
  return (
    <>
      <Switch
        checked={Boolean(choice.quietFrom)}
        onChange={(isOn) =>
          onChange(isOn ? defaultQuietHours : { quietFrom: null, quietUntil: null })
        }
      >
        {t('delivery.quiet')}
      </Switch>
      {choice.quietFrom || choice.quietUntil ? (
        <TwoColumns>
          {(['quietFrom', 'quietUntil'] as const).map((end) => (
            <Field key={end} label={t(`delivery.${end}`)}>
              {(control) => (
                <TextInput
                  {...control}
                  type="time"
                  required
                  value={choice[end] ?? ''}
                  onChange={(event) => {
                    // Ignores a cleared input, so that the last valid time stays.
                    if (event.target.value) onChange({ [end]: event.target.value.slice(0, 5) });
                  }}
                />
              )}
            </Field>
          ))}
        </TwoColumns>
      ) : null}
    </>
  );
}
