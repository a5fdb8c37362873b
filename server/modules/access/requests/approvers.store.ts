// SQL for the lookup of approvers.
import type { Knex } from 'knex';
import type { ApproverLookup } from './accessRequests.ts';

export const approversOn = (on: Knex): ApproverLookup => {
  const chosen = (userId: number, companyKey: string) =>
    on('access_approvers').where({ user_id: userId, company_key: companyKey });
  return {
    async isApprover(userId, companyKey) {
      return (await chosen(userId, companyKey).first('user_id')) !== undefined;
    },

    async lockApprover(userId, companyKey) {
      return (await chosen(userId, companyKey).forShare().first('user_id')) !== undefined;
    },
  };
};
