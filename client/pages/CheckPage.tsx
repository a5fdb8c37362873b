/** Address check at /check?url=…, opened by the bookmarklet and by what a phone shares. */
import { Fragment, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { refusedPaths } from '../browser/graphqlFailure.ts';
import { Bar } from '../design/Bar.ts';
import { Button, ButtonLink } from '../design/Button.tsx';
import { Field } from '../design/Field.tsx';
import { Notice } from '../design/Notice.tsx';
import { QueryResult } from '../design/QueryResult.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { TextInput } from '../design/TextInput.tsx';
import { Bookmarklet, checkPath, sharedAddress } from '../features/addressCheck/Bookmarklet.tsx';
import { NearServices, UnknownPage } from '../features/addressCheck/UnknownPage.tsx';
import { ServiceRoot } from '../features/itemOverview/service.styles.ts';
import { useCheckAddressQuery, type CheckedServiceFragment } from '../items/generated.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { truncate } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { IncidentNotices } from '../items/IncidentNotices.tsx';
import { getDescription, getTitle } from '../items/itemText.ts';
import { servicePath } from '../items/links.ts';
import { StatusPill } from '../items/StatusPill.tsx';
import {
  isDecided,
  PolicyVerdicts,
  RuleDetails,
} from '../features/itemOverview/PolicyVerdicts.tsx';
import { UsedBy } from '../features/itemOverview/UsedBy.tsx';
import { ServiceExperts } from '../features/experts/ServiceExperts.tsx';
import { ItemTile } from '../items/ItemTile.tsx';

/** Graphemes of the summary below the name. */
const lineLength = 120;

/** Service that an address check has found: status, data rules, use and experts. */
function ItemByAddress({ item }: { item: CheckedServiceFragment }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const { company } = useSignedInUser();
  const title = getTitle(item, language);
  const { text, language: written } = getDescription(item, language);
  const rules = item.dataRules;
  return (
    <>
      <section data-part="may" aria-label={title.text}>
        <header data-part="head">
          <ItemTile
            title={title.text}
            imageUrl={item.imageUrl ?? item.siteImageUrl}
            dimmed={false}
            eager
          />
          <div data-part="name">
            <h2 lang={title.language}>{title.text}</h2>
            <div data-part="badges">
              <StatusPill status={item.approvalStatus} />
            </div>
            {text ? (
              <p data-part="muted" lang={written}>
                {truncate(text, lineLength, written) ?? text}
              </p>
            ) : null}
          </div>
        </header>
        <IncidentNotices incidents={item.incidents} />
        <PolicyVerdicts
          company={company?.name ?? null}
          status={item.approvalStatus}
          rules={rules}
        />
        {isDecided(rules) ? <RuleDetails rules={rules} /> : null}
        <div data-part="foot">
          <ButtonLink to={servicePath(item.id)} variant="primary">
            {t('check.openService')}
          </ButtonLink>
        </div>
      </section>
      <UsedBy item={item} />
      <ServiceExperts itemId={item.id} experts={item.expertsToAsk} title={title.text} />
    </>
  );
}

const AddressBar = styled(Bar)`
  & > :first-child {
    flex: 1 1 240px;
  }
`;

/** Result of the check. */
function Answer({ address }: { address: string }) {
  const { t } = useTranslation(['service', 'common']);
  const { data, error, refetch } = useCheckAddressQuery({
    variables: { address },
    fetchPolicy: 'cache-and-network',
  });
  const checked = data?.checkAddress;
  if (refusedPaths(error).includes('address'))
    return <Notice tone="warning">{t('check.noAddress')}</Notice>;
  if (error || !checked)
    return (
      <QueryResult
        found={null}
        error={error}
        failure={t('check.failed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 180 }} />}
      />
    );
  return (
    <>
      {checked.existingItem ? (
        <ItemByAddress key={checked.existingItem.id} item={checked.existingItem} />
      ) : (
        <UnknownPage key={checked.address} address={checked.address} match={checked.match} />
      )}
      <NearServices near={checked.near} />
    </>
  );
}

/** Another address, typed by hand. */
function AddressForm({ asked }: { asked: string }) {
  const { t } = useTranslation(['service', 'dashboard']);
  const navigate = useNavigate();
  const [address, setAddress] = useState(asked);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim()) void navigate(checkPath(address.trim()));
  };
  return (
    <AddressBar as="form" onSubmit={send}>
      <Field label={t('check.address')}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            autoComplete="off"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={address.trim() === ''}>
        {t('check.check')}
      </Button>
    </AddressBar>
  );
}

export function CheckPage() {
  const { t } = useTranslation(['service', 'common']);
  const [search] = useSearchParams();
  const address = sharedAddress(search);
  return (
    <ServiceRoot>
      <h1>{t('common:screens.check')}</h1>
      <Fragment key={address}>
        <AddressForm asked={address} />
        {address ? <Answer address={address} /> : null}
      </Fragment>
      <Bookmarklet />
    </ServiceRoot>
  );
}
