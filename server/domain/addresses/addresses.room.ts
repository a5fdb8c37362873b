// The check of addresses, composed.
import type { Knex } from 'knex';
import type { Knowledge } from '../knowledge/knowledge.service.ts';
import { addressesSearch } from './addresses.search.ts';
import { createAddresses } from './addresses.service.ts';

interface Options {
  db: Knex;
  catalogue: Pick<Knowledge, 'surelyFoundItems'>;
}

export const createAddressesRoom = ({ db, catalogue }: Options) =>
  createAddresses({ search: addressesSearch(db), catalogue });
