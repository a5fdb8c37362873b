// Audit log on a database or on a transaction of another module.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import { createAuditLog, type AuditLog } from './auditLog.service.ts';
import { auditLogStore } from './auditLog.store.ts';
export type { AuditLog } from './auditLog.service.ts';
export type { AuditLogEntry, NewAuditLogEntry } from './auditLog.ts';

export const auditLogOn = (on: Knex, clock: Clock): AuditLog =>
  createAuditLog({ store: auditLogStore(on), clock });
