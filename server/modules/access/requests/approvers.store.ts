// Whether somebody was chosen to decide for a company, for rooms that let those people decide something else as well.
import type { Knex } from 'knex';
import type { ChosenPeople } from './accessRequests.ts';

export const approversStore = (db: Knex): ChosenPeople => {
  const chosen = (userId: number, companyKey: string) =>
    db('access_approvers').where({ user_id: userId, company_key: companyKey });
  return {
    async isChosen(userId, companyKey) {
      return (await chosen(userId, companyKey).first('user_id')) !== undefined;
    },

    async holdChosen(userId, companyKey) {
      return (await chosen(userId, companyKey).forShare().first('user_id')) !== undefined;
    },
  };
};
