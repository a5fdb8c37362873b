/** Address check at /check?url=…, opened by the bookmarklet and by what a phone shares. */
import { Fragment, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { refusedPaths } from '../browser/graphqlFailure.ts';
import { Bar } from '../design/Bar.ts';
import { Button } from '../design/Button.tsx';
import { Field } from '../design/Field.tsx';
import { Notice } from '../design/Notice.tsx';
import { QueryResult } from '../design/QueryResult.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { TextInput } from '../design/TextInput.tsx';
import { Bookmarklet, checkPath, sharedAddress } from '../features/addressCheck/Bookmarklet.tsx';
import { ItemByAddress } from './ItemByAddress.tsx';
import { NearServices, UnknownPage } from '../features/addressCheck/UnknownPage.tsx';
import { ServiceRoot } from '../features/itemOverview/service.styles.ts';
import { useCheckAddressQuery } from '../items/generated.ts';

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
