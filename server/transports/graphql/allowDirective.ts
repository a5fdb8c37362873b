// Authorization directive @allow: wraps the fields of the schema for GraphQL and REST.
import { getDirective } from '@graphql-tools/utils';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import {
  isAdmin,
  requireMember,
  requireAdmin,
  type Role,
  type Viewer,
} from '../../modules/people/accounts/accounts.ts';
import { DomainError } from '../../shared/domainError.ts';
import { mapFields } from './mapFields.ts';

/** Arguments of `@allow` on a field. */
export interface Allowance {
  role: Role;
  otherwise: 'ERROR' | 'NULL';
  /** True when a service token may call this mutation; all others need a person. */
  tools: boolean;
}

const isTool = (viewer: Viewer): boolean => viewer.kind === 'member' && viewer.user.isTool;

/** True when a viewer may read a field for a role. */
export const mayEnter = (viewer: Viewer, role: Role): boolean =>
  role === 'VISITOR' || (role === 'USER' ? viewer.kind === 'member' : isAdmin(viewer));

/** @throws DomainError UNAUTHENTICATED or FORBIDDEN */
export const refuseUnless = (viewer: Viewer, role: Role): void => {
  if (role === 'USER') requireMember(viewer);
  if (role === 'ADMIN') requireAdmin(viewer);
};

/**
 * Wraps every field with `@allow`. It also refuses a mutation with a token of the scope `read`, and with a service token unless
 * `tools` is set.
 */
export const applyAllowDirective = (schema: GraphQLSchema): GraphQLSchema =>
  mapFields(schema, (field, _name, typeName) => {
    const allowance = getDirective(schema, field, 'allow')?.[0] as Allowance | undefined;
    if (!allowance) return;
    const { resolve = defaultFieldResolver } = field;
    const isMutation = typeName === 'Mutation';
    field.resolve = (source, args, context, info) => {
      const { viewer } = context;
      if (allowance.otherwise === 'NULL' && !mayEnter(viewer, allowance.role)) return null;
      refuseUnless(viewer, allowance.role);
      if (isMutation && viewer.kind === 'member' && viewer.via === 'read') {
        throw new DomainError('FORBIDDEN', 'This token may only read', { reason: 'tokenScope' });
      }
      if (isMutation && allowance.role === 'USER' && isTool(viewer) && !allowance.tools) {
        throw new DomainError('FORBIDDEN', 'Only a person can do this, not a tool', {
          reason: 'peopleOnly',
        });
      }
      return resolve(source, args, context, info);
    };
  });
